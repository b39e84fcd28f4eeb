"""The units that reports use, under all their names, and how they convert.

`find` names match from a place in a text; `measure_of` gives dimension and size of a canonical
symbol. A ratio of two known units ("mg/L") needs no entry.
"""

from functools import lru_cache
from typing import NamedTuple

from veridical.report.quantities.unit_names import CJK_NAMES, NAMES, PHRASES


class Measure(NamedTuple):
    """Dimension of a unit and how to come to its base: base = value * factor + offset."""

    dimension: str
    factor: float
    offset: float = 0.0


CURRENCIES = frozenset(
    """
    USD EUR GBP CNY JPY HKD TWD KRW INR AUD CAD CHF SGD RUB BRL MXN NZD SEK NOK DKK PLN TRY ZAR THB
    VND IDR MYR PHP ILS AED SAR EGP NGN CZK HUF
    """.split()  # noqa: SIM905
)

_SIZES = {
    "length": "nm=1e-9 μm=1e-6 mm=1e-3 cm=1e-2 dm=0.1 m=1 km=1e3 in=0.0254 ft=0.3048 yd=0.9144"
    " mi=1609.344 nmi=1852 light-year=9.4607e15",
    "area": "mm²=1e-6 cm²=1e-4 m²=1 km²=1e6 ha=1e4 acre=4046.8564224 ft²=0.09290304"
    " mi²=2589988.110336 mu=666.6667",
    "volume": "μL=1e-6 mL=1e-3 dL=0.1 L=1 cm³=1e-3 m³=1e3 km³=1e12 gal=3.785411784"
    " bbl=158.987294928 ft³=28.316846592",
    "mass": "ng=1e-12 μg=1e-9 mg=1e-6 g=1e-3 kg=1 t=1e3 kt=1e6 Mt=1e9 Gt=1e12 lb=0.45359237"
    " oz=0.028349523125 jin=0.5",
    "time": "ns=1e-9 μs=1e-6 ms=1e-3 s=1 min=60 h=3600 day=86400 week=604800 month=2629800"
    " quarter=7889400 year=31557600 decade=315576000 century=3155760000",
    "power": "mW=1e-3 W=1 kW=1e3 MW=1e6 GW=1e9 TW=1e12 hp=745.69987",
    "energy": "J=1 kJ=1e3 MJ=1e6 GJ=1e9 TJ=1e12 PJ=1e15 EJ=1e18 Wh=3600 kWh=3.6e6 MWh=3.6e9"
    " GWh=3.6e12 TWh=3.6e15 cal=4.184 kcal=4184 BTU=1055.056 eV=1.602176634e-19"
    " keV=1.602176634e-16 MeV=1.602176634e-13 GeV=1.602176634e-10",
    "frequency": "Hz=1 kHz=1e3 MHz=1e6 GHz=1e9 THz=1e12",
    "voltage": "μV=1e-6 mV=1e-3 V=1 kV=1e3",
    "current": "μA=1e-6 mA=1e-3 A=1",
    "charge": "mAh=3.6 Ah=3600",
    "resistance": "Ω=1 kΩ=1e3 MΩ=1e6",
    "pressure": "Pa=1 hPa=100 kPa=1e3 MPa=1e6 GPa=1e9 bar=1e5 psi=6894.757 atm=101325 mmHg=133.322",
    "force": "N=1 kN=1e3",
    "speed": "m/s=1 km/h=0.277777777778 mph=0.44704 kn=0.514444",
    "data": "bit=0.125 kbit=125 Mbit=125e3 Gbit=125e6 B=1 KB=1e3 MB=1e6 GB=1e9 TB=1e12 PB=1e15"
    " EB=1e18 ZB=1e21 KiB=1024 MiB=1048576 GiB=1073741824 TiB=1099511627776",
    "data rate": "bit/s=1 kbit/s=1e3 Mbit/s=1e6 Gbit/s=1e9 Tbit/s=1e12",
    "amount": "mol=1 mmol=1e-3 μmol=1e-6 nmol=1e-9",
    "concentration": "mM=1e-3 μM=1e-6 nM=1e-9",
    "trace": "ppm=1e-6 ppb=1e-9",
    "sound": "dB=1",
    "angle": "°=1",
    "count": "people=1",
    "share": "%=0.01 ‰=0.001",
    "points": "pp=1 bp=0.01",
    "multiple": "×=1",
}
"""Sizes in the base unit of each dimension; a year is 365.25 days, a month a twelfth of it."""

_MEASURES: dict[str, Measure] = {
    unit: Measure(dimension, float(size))
    for dimension, sizes in _SIZES.items()
    for unit, _, size in (entry.rpartition("=") for entry in sizes.split())
}
_MEASURES[""] = Measure("count", 1.0)
_MEASURES |= {
    "K": Measure("temperature", 1.0),
    "°C": Measure("temperature", 1.0, 273.15),
    "°F": Measure("temperature", 5 / 9, 273.15 - 32 * 5 / 9),
}
_MEASURES |= {code: Measure(f"money {code}", 1.0) for code in CURRENCIES}

_LONGEST_CJK = max(map(len, CJK_NAMES))
_CJK_FIRST = frozenset(name[0] for name in CJK_NAMES)


def measure_of(unit: str) -> Measure | None:
    """Return dimension and size of a canonical unit, also of a ratio such as "mg/L".

    Args:
        unit: A canonical symbol.
    """
    if unit in _MEASURES:
        return _MEASURES[unit]
    above, slash, below = unit.partition("/")
    if not slash or above not in _MEASURES or below not in _MEASURES:
        return None
    top, bottom = _MEASURES[above], _MEASURES[below]
    return Measure(f"{top.dimension}/{bottom.dimension}", top.factor / bottom.factor)


@lru_cache(maxsize=4096)
def unit_named(name: str) -> str | None:
    """Return the canonical symbol of a name in Latin letters, or None.

    Symbols keep their case ("MW" and "mW" differ); words do not ("Kilometers").

    Args:
        name: One word or symbol, or two with a slash.
    """
    known = _word(name)
    if known is not None or "/" not in name:
        return known
    above, _, below = name.partition("/")
    top, bottom = _word(above), _word(below)
    if not top or not bottom or measure_of(f"{top}/{bottom}") is None:
        return None
    return f"{top}/{bottom}"


def _word(name: str) -> str | None:
    if name in NAMES:
        return NAMES[name]
    return NAMES.get(name.lower()) if len(name) > 3 else None


def cjk_unit_at(surface: str, position: int) -> tuple[str, int] | None:
    """Return the longest Chinese, Japanese or Korean unit that starts here, and its end.

    Args:
        surface: Folded text.
        position: Where the number ended.
    """
    if surface[position : position + 1] not in _CJK_FIRST:
        return None
    for size in range(_LONGEST_CJK, 0, -1):
        unit = CJK_NAMES.get(surface[position : position + size])
        if unit is not None and position + size <= len(surface):
            return unit, position + size
    return None


def phrase_at(surface: str, position: int, head: str) -> tuple[str, int] | None:
    """Return the unit of several words that starts here, and its end.

    Args:
        surface: Folded text.
        position: Where the first word begins.
        head: The first word, in lower case.
    """
    for phrase, unit in PHRASES.get(head, ()):
        end = position + len(phrase)
        if surface[position:end].lower() == phrase and not surface[end : end + 1].isalnum():
            return unit, end
    return None
