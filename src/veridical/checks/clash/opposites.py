"""Words that exclude each other where all around them is the same.

A longer list than that of directions: it is asked only of sentences that run in parallel.
"""

from __future__ import annotations

from collections import defaultdict

from veridical.checks.words import words

_ENGLISH = """
increase rise grow climb surge soar expand gain/decrease fall decline drop shrink contract
widen/narrow|improve/worsen
rose rising/fell falling sank|rise float/sink|grew grown/shrank shrunk|higher high/lower low
most/least|highest/lowest|more many/less fewer few|above over/below under|before prior/after
earlier early/later late|greater larger bigger large big/smaller small
largest biggest greatest/smallest|best/worst|better/worse
hot hotter warm warmer hottest warmest/cold colder cool cooler coldest coolest|first/last
oldest/youngest newest|light lighter lightest/heavy heavier heaviest
longer long longest/shorter short shortest|older old/younger young new
fast faster fastest quick/slow slower slowest|strong stronger strongest/weak weaker weakest
top upper/bottom lower
near nearer closer close nearest closest/far farther further farthest furthest
thick thicker/thin thinner|wide wider/narrow narrower|deep deeper/shallow shallower
dense denser densest/sparse rare|rich/poor|freeze/melt thaw|heat warm/cool chill
raise lift/lower cut|gain win/lose|maximum/minimum|majority/minority|positive/negative
success succeed successful/fail failure unsuccessful|allow permit/ban forbid prohibit
legal/illegal|effective/ineffective|true/false|safe/unsafe dangerous|likely/unlikely
possible/impossible|include/exclude|accept approve/reject refuse|profit/loss|strengthen/weaken
accelerate/slow decelerate|support/oppose|import/export|acid acidic/alkaline basic
inside inner internal/outside outer external|attract/repel|emit release/absorb|open/close
always/never|all/none no|same/different|together/apart|with/without|outperform exceed/underperform
day/night|summer/winter|forward/backward|push/pull|enter/leave|start begin/end stop finish
present/absent|common/rare
"""
_CHINESE = """
大 小|高 低|多 少|早 晚|长 短|快 慢|前 后|朝 背|强 弱|轻 重|冷 热|暖 冷|升 降|增 减|主 次|正 反
正 负|厚 薄|深 浅|近 远|新 旧|首 末|上 下|先 后|宽 窄|优 劣|好 差|盈 亏|涨 跌|进 出|有 无|内 外
左 右|昼 夜|叠加 抵消|增强 抵消|超过 不及|超过 不足|超过 低于|高于 不及|增长 下降|增长 减少
上升 下跌|上升 下滑|提高 下降|提升 下降|扩大 缩小|扩张 收缩|膨胀 收缩|加快 放缓|加速 减速
加速 放缓|加强 削弱|增强 减弱|成功 失败|盈利 亏损|允许 禁止|批准 否决|支持 反对|赞成 反对
有效 无效|合法 非法|顺差 逆差|进口 出口|上浮 下沉|熔化 凝固|融化 冻结|吸引 排斥|吸收 释放
首次 末次|最初 最后|开始 结束|全部 部分|所有 没有|相同 不同|一致 相反|积极 消极|利好 利空
"""


def are_opposites(one: str, other: str) -> bool:
    """Whether two keys, or two runs of characters, exclude each other.

    Args:
        one: a key of `veridical.checks.words`, or characters.
        other: likewise.
    """
    return other in _OPPOSED.get(one, ())


def _opposed() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for pair in _listed(_ENGLISH):
        here, there = ({w.key for w in words(side)} for side in pair.split("/"))
        _oppose(found, here, there)
    for pair in _listed(_CHINESE):
        one, other = pair.split()
        _oppose(found, {one}, {other})
    return found


def _listed(lines: str) -> list[str]:
    return lines.strip().replace("\n", "|").split("|")


def _oppose(found: dict[str, set[str]], here: set[str], there: set[str]) -> None:
    for one in here:
        for other in there - here:
            found[one].add(other)
            found[other].add(one)


_OPPOSED = _opposed()
