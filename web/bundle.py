"""A page's script and its styles as one file each: our own modules put together, without any tool but this."""

import re
from collections.abc import Callable
from functools import cache
from importlib import resources

Read = Callable[[str], str]

STYLES = ("theme", "page", "board")
_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./(\w+)\.js";\n', re.M)
_LAZY = re.compile(r'\bimport\("\./(\w+)\.js"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|class|function) ([\w$]+))", re.M)
_ALONE = re.compile(r"^\s*(?://.*|/\*\*.*\*/)\n", re.M)  # lines that are for whoever reads the file


def script(page: str, read: Read | None = None) -> str:
    """The module of that page with all it imports, each file once and after what it needs itself.

    Every imported file becomes a function that is called once and hands out what it exports, so that two files may
    use the same names inside. All of them are exported again: whoever imports the whole gets the page's own parts.
    """
    source = read or _static
    order = _with_lazy(page, source)
    parts = [_wrapped(name, source(f"{name}.js")) for name in order]
    handed_out = f"export {{ {', '.join(f'_{name} as {name}' for name in order)} }};\n" if order else ""
    return "".join([*parts, _imports(source(f"{page}.js")), "\n", handed_out])


def styles(font: Callable[[str], str], read: Read | None = None) -> str:
    """All styles; `font` says where a font is kept."""
    whole = "".join((read or _static)(f"{name}.css") for name in STYLES)
    return re.sub(r"/font/(\w+)\.woff", lambda found: font(found[1]), whole)


def _with_lazy(page: str, read: Read) -> list[str]:
    """What is imported, and after it what is only imported when it is wanted: one file comes sooner than two."""
    order = dict.fromkeys(_needed(page, read, ()))
    asked = [page, *order]
    for name in asked:
        for lazy in _LAZY.findall(read(f"{name}.js")):
            further = [one for one in (*_needed(lazy, read, ()), lazy) if one not in order]
            order |= dict.fromkeys(further)
            asked += further
    return list(order)


def _needed(name: str, read: Read, above: tuple[str, ...]) -> list[str]:
    """What that file imports, and what that imports, in the order in which it can be run."""
    found: dict[str, None] = {}
    for needs in _IMPORT.findall(read(f"{name}.js")):
        if needs[1] in (*above, name):
            raise ValueError(f"{' imports '.join((*above, name, needs[1]))}: that goes in circles")
        found |= dict.fromkeys([*_needed(needs[1], read, (*above, name)), needs[1]])
    return list(found)


def _wrapped(name: str, text: str) -> str:
    exported = ", ".join(_EXPORT.findall(text))
    inside = _EXPORT.sub("", _imports(text))
    return f"const _{name} = (() => {{\n{inside}return {{ {exported} }};\n}})();\n"


def _imports(text: str) -> str:
    return _ALONE.sub("", _LAZY.sub(r"Promise.resolve(_\1)", _IMPORT.sub(_taken, text)))


def _taken(found: re.Match[str]) -> str:
    names = (found[1] or "").replace(" as ", ": ").strip()
    return f"const {{ {names} }} = _{found[2]};\n" if names else ""


@cache
def _static(name: str) -> str:
    return resources.files("web").joinpath("static", name).read_text(encoding="utf-8")
