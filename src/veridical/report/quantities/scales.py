"""Words and signs that multiply a number: million, bn, K, 万, 亿, 만."""

WORDS: dict[str, float] = {
    word: size
    for size, words in {
        1e2: "hundred",
        1e3: "thousand thousands tsd tausend mille mil mila тыс тысяч тысячи",
        1e5: "lakh lakhs",
        1e6: "million millions mn mln mio millionen million. millones millón milhões milhão milioni"
        " milione млн миллиона миллионов mil.",
        1e7: "crore crores",
        1e9: "billion billions bn bln mrd milliarde milliarden milliard milliards miliardi miliardo"
        " bilhões bilhão mld млрд миллиарда миллиардов",
        1e12: "trillion trillions tn trn billionen billones trilhões",
        1e15: "quadrillion quadrillions",
    }.items()
    for word in words.split()
}
"""Scale words in lower case; German "Billionen" and Spanish "billones" are 10^12."""

GERMAN_BILLION = "billion"
"""In German the singular is 10^12 as well."""

LETTERS: dict[str, float] = {"k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}
"""Letters that touch the number, as in "35M"; their small or spaced forms are units."""

MONEY_LETTERS: dict[str, float] = {**LETTERS, "m": 1e6, "b": 1e9, "t": 1e12}
"""Letters behind an amount of money, touching or not, as in "£5 m"."""

CJK: dict[str, float] = {
    "十": 1e1,
    "百": 1e2,
    "千": 1e3,
    "万": 1e4,
    "萬": 1e4,
    "亿": 1e8,
    "億": 1e8,
    "兆": 1e12,
    "천": 1e3,
    "만": 1e4,
    "억": 1e8,
    "조": 1e12,
}
"""Signs that follow a number at once and may be stacked ("万亿")."""

LONGEST_STACK = 4
