"""Usage errors of the library that reads the command line, in the words of this program.

Typer has changed how it reads values, by version; what it says is used only where nothing else
tells what was wrong.
"""

from __future__ import annotations

import re
from typing import Any

from veridical.errors import ConfigError

PROGRAM = "veridical"
_QUOTED = re.compile(
    r"^'(?P<is>.*?)' is not|^(?P<bare>\S+) is not|\((?P<extra>[^()]*)\)$|'(?P<any>.*)'"
)


def usage_error(error: Exception) -> ConfigError:
    """A usage error as one of ours: what is wrong where, what was got and what expected."""
    kind = type(error).__name__
    if kind == "MissingParameter":
        return _told(error, _name(error), "is missing", expected=_help(error))
    if kind == "NoSuchOption":
        near = [str(one) for one in getattr(error, "possibilities", None) or ()]
        return _told(error, _option(error), "is no option", expected=" or ".join(near))
    if kind == "BadOptionUsage":
        return _of_no_value(error)
    if _parameter(error) is not None:
        return _of_value(error)
    return _of_command(error)


def _of_no_value(error: Exception) -> ConfigError:
    takes_none = "not take" in str(getattr(error, "message", ""))
    expected = "no value" if takes_none else "a value after it"
    wrong = "has a value and takes none" if takes_none else "has no value"
    return _told(error, _option(error), wrong, expected=expected)


def _of_value(error: Exception) -> ConfigError:
    parameter = _parameter(error)
    message = str(getattr(error, "message", "")).removeprefix("Value error, ").rstrip(".")
    least, most = _bounds(parameter)
    given = _given(error)
    is_number = re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", given, re.IGNORECASE)
    if " is not one of " in message:
        wrong, expected = "is none of its values", message.partition(" is not one of ")[2]
        expected = expected.replace("'", "")
    elif _is_numeric(error, message):
        wrong = "not in range" if is_number and "parse" not in message else "is no such number"
        expected = _range(least, most, is_whole="integer" in message)
    else:
        wrong, expected = message[:1].lower() + message[1:], ""
    return _told(error, _name(error), wrong, got=given, expected=expected)


def _is_numeric(error: Exception, message: str) -> bool:
    return any(one is not None for one in _bounds(_parameter(error))) or any(
        word in message for word in ("number", "integer", "float", "greater", "less", "range")
    )


def _range(least: object, most: object, *, is_whole: bool) -> str:
    noun = "a whole number" if is_whole else "a number"
    if least is None and most is None:
        return noun
    if most is None:
        return f"{noun} of {least} or more"
    return f"{noun} from {least} to {most}" if least is not None else f"{noun} up to {most}"


def _bounds(parameter: Any) -> tuple[object, object]:
    """The least and the most that an option takes; None where there is none."""
    holder = parameter if hasattr(parameter, "min") else getattr(parameter, "type", None)
    return getattr(holder, "min", None), getattr(holder, "max", None)


def _of_command(error: Exception) -> ConfigError:
    message = str(getattr(error, "message", "") or error)
    there = sorted(getattr(getattr(_context(error), "command", None), "commands", None) or ())
    if type(error).__name__ == "NoArgsIsHelpError":
        return _told(error, _path(error), "names no command", expected=" or ".join(there))
    found = _QUOTED.search(message)
    got = next((one for one in found.groups() if one is not None), "") if found else ""
    if "command" in message:
        return _told(error, got, "is no command", expected=" or ".join(there))
    if "extra argument" in message:
        return _told(error, _path(error), "has too many arguments", got=got)
    return _told(error, _path(error), message.rstrip("."))


def _told(
    error: Exception, where: str, wrong: str, *, got: str | None = None, expected: str = ""
) -> ConfigError:
    more: dict[str, Any] = {} if got is None else {"got": _Bare(got)}
    return ConfigError(
        where, wrong, expected=expected.rstrip("."), fix=f"See {_path(error)} --help.", **more
    )


class _Bare(str):
    """A value as it was typed, without quotes where it has no space."""

    __slots__ = ()

    def isidentifier(self) -> bool:
        """Whether it is shown as it is."""
        return bool(self) and not any(c.isspace() or not c.isprintable() for c in self)


def _given(error: Exception) -> str:
    """What was typed, from the cause or else from the message."""
    cause = error.__cause__
    if cause is not None and hasattr(cause, "errors"):
        return str(cause.errors(include_url=False)[0].get("input", ""))
    found = _QUOTED.search(str(getattr(error, "message", "")))
    return next((one for one in found.groups() if one is not None), "") if found else ""


def _parameter(error: Exception) -> Any:
    return getattr(error, "param", None)


def _context(error: Exception) -> Any:
    return getattr(error, "ctx", None)


def _path(error: Exception) -> str:
    return getattr(_context(error), "command_path", None) or PROGRAM


def _option(error: Exception) -> str:
    return str(getattr(error, "option_name", "") or _path(error))


def _name(error: Exception) -> str:
    """An option as it is typed; an argument by its name."""
    parameter = _parameter(error)
    names = [one for one in getattr(parameter, "opts", ()) if one.startswith("-")]
    return str(names[-1] if names else getattr(parameter, "name", None) or _path(error))


def _help(error: Exception) -> str:
    words = str(getattr(_parameter(error), "help", None) or "").rstrip(".")
    return f"a value ({words})" if words else "a value"
