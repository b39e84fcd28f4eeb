"""By what words a text speaks of pictures at all, in English and in Chinese.

The sign 图 alone names none: it stands in 试图 (try), 图书馆 (library), 版图 (territory) too. It
counts in a figure word, before a number, or after a pointer that nothing turns into another word.
"""

from __future__ import annotations

PICTURE_WORDS = (
    "figures?|charts?|diagrams?|images?|photos?|photographs?|pictures?|plots?|graphs?"
    "|illustrations?"
)
"""Alternatives, to be bounded by whoever uses them."""

_OTHERS = "企试意力妄希贪版蓝宏雄"
"""Characters that make a word of their own with the sign after them."""
_AFTER_POINTER = "所显示可中里内表片像为是给展说的与和也则分反清将直来由对描呈列以第"
"""What goes on after "in the figure above"; 图书, 图灵 and 图腾 go on otherwise."""
_END = r"[\s\d,.:;!?()，、。：；！？（）“”《》]|$"

CHINESE_PICTURE_WORDS = (
    rf"(?<![{_OTHERS}])图(?:[片表像示例解]|[中内](?!心)|\s?\d)"
    rf"|(?<![{_OTHERS}])图[一二三四五六七八九十]{{1,3}}(?=[{_AFTER_POINTER}]|{_END})"
    rf"|(?:(?<!例)如|[上下左右见附此该本各配插组])图(?=[{_AFTER_POINTER}]|{_END})"
    r"|(?:示意|流程|结构|架构|原理|剖面|关系|柱状|条形|折线|饼状|散点|曲线|趋势|走势|雷达|气泡|面积|直方"
    r"|统计|分布|热力|箱线|卫星|航拍|电路|思维导|[截框饼])图(?![书谱灵])|照片|影像"
)
"""Likewise; they need no bounds."""
