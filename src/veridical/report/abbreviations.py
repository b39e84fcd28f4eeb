"""Which words with a period do not end a sentence?

One table for all languages: a report in one language quotes names and references of others, and
an abbreviation of one is rarely a common last word of another. Where it is ("no", "art", "fig"),
the word counts only before a number. Lower case unless the capital letter matters.
"""

NEVER_END = frozenset(
    [
        *(
            "e.g",
            "i.e",
            "cf",
            "vs",
            "viz",
            "approx",
            "ca",
            "resp",
            "incl",
            "excl",
            "esp",
            "eg",
            "ie",
        ),
        *("z.b", "d.h", "u.a", "o.ä", "s.o", "v.a", "i.d.r", "bzw", "vgl", "evtl", "ggf", "inkl"),
        *("sog", "zzgl", "gem", "insb", "hrsg", "p.ex", "env", "av", "apr", "c.-à-d", "p.ej"),
        *("aprox", "p.es", "ad.es", "т.е", "т.к", "напр", "см", "им", "ул", "проф", "акад", "bijv"),
        *("mme", "mlle", "dott", "sig", "sra", "dra", "n.b"),
    ]
)
"""Always followed by more of the sentence."""

BEFORE_NAME = frozenset(
    [
        *("Mr", "Mrs", "Ms", "Mx", "Dr", "Drs", "Prof", "St", "Ste", "Mt", "Ft", "Gen", "Sen"),
        *("Rep", "Gov", "Rev", "Hon", "Col", "Capt", "Cmdr", "Lt", "Maj", "Sgt", "Pres", "Supt"),
        *("Messrs", "Sr", "Fr", "Herr", "Hr", "MM", "Mgr", "Me", "Ing", "Dipl", "Univ", "Assoc"),
    ]
)
"""Titles, with their capital letter: always followed by a name."""

BEFORE_NUMBER = frozenset(
    [
        *("no", "nos", "nr", "nrs", "fig", "figs", "eq", "eqs", "eqn", "sec", "sect", "ch", "chap"),
        *(
            "vol",
            "vols",
            "p",
            "pp",
            "art",
            "arts",
            "para",
            "par",
            "tab",
            "tbl",
            "ref",
            "refs",
            "ex",
        ),
        *("ed", "eds", "app", "suppl", "pt", "ser", "ver", "abb", "bd", "kap", "anm", "aufl", "rn"),
        *("pág", "págs", "pag", "núm", "cap", "lám", "рис", "табл", "стр", "гл", "ст", "п", "blz"),
        *("art", "abs", "ziff", "lit", "circa", "est", "max", "min", "avg", "tel", "op"),
    ]
)
"""Followed by a number or a letter when short for something, else a word like any other."""

MAY_END = frozenset(
    [
        *(
            "al",
            "etc",
            "inc",
            "ltd",
            "corp",
            "co",
            "llc",
            "plc",
            "bros",
            "jr",
            "sr",
            "dept",
            "univ",
        ),
        *("assn", "govt", "intl", "natl", "est", "jan", "feb", "mar", "apr", "jun", "jul", "aug"),
        *("sep", "sept", "oct", "nov", "dec", "mon", "tue", "tues", "wed", "thu", "thur", "thurs"),
        *("fri", "phd", "md", "usw", "etw", "mio", "mrd", "jh", "std", "str", "ecc", "enz"),
        *("г", "гг", "др", "пр", "млн", "млрд", "тыс", "руб", "долл", "т.д", "т.п"),
        *("ave", "blvd", "rd", "hwy", "ft", "lb", "lbs", "oz", "hr", "hrs", "mins", "proc", "conf"),
        *("int", "trans", "rev", "acad", "sci", "natl", "phys", "chem", "biol", "med", "am", "soc"),
    ]
)
"""May close a sentence; the next word decides."""

STARTERS = frozenset(
    """
    The A An This These That Those It Its In On At As If When While Whereas However But And Or For
    From To With Without By We They He She I You There Here Our Their His Her My Such Some Many Most
    Several All Both Each Every Any After Before Since Until During Although Though Because Despite
    Unlike Moreover Furthermore Additionally Meanwhile Thus Therefore Hence Consequently Similarly
    Nevertheless Nonetheless Also According No Not What Why How Who Where Which Overall Finally
    First Second Third Next Then Now Today Yet So Only Even Under Over Between Through Across
    Recent Other Others Another One Two Three Given Based Compared See Note Instead Still
    Der Die Das Den Dem Des Es Im Ein Eine Einen Dies Diese Dieser Dieses Wir Sie Er Nach Bei Mit
    Für Auch Doch Aber Zudem Jedoch Dabei Damit Außerdem Seit Bis Wenn Während
    Le La Les Il Elle Ils Elles Un Une Ce Cette Ces Cela Dans En Pour On Nous Selon Mais Par Sur
    El Los Las Una Este Esta Estos Estas Se Por Para Según Pero Con Sin Como
    O Os As Um Uma No Na Em Esse Essa Isso Mas Segundo
    Lo Gli Questo Questa Nel Nella Secondo Ma Per
    В На По Это Эти Он Она Они Но Также При Для Из Как
    """.split()  # noqa: SIM905
)
"""Words that open sentences and are seldom part of a name."""

ORDINAL_DOT_LANGUAGES = frozenset(
    ["de", "da", "no", "nb", "nn", "fi", "et", "lv", "cs", "sk", "sl", "hr", "sr", "hu", "is"]
)
"""Languages that write the third as "3."."""
