"""Who may import whom: the arrows of the house, read off the imports themselves; and that nothing goes in circles."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = ("companion", "vision", "hardware", "web")
FILES = sorted(path for package in OURS for path in (ROOT / package).rglob("*.py"))
GAME_MAY = (
    "companion.games.protocol", "companion.games.rulebook", "companion.games.cases",
    "companion.layout", "companion.errors", "companion.markers",
)  # fmt: skip
VALUES = (  # what the rest of companion/ may know of vision and hardware: values, protocols and the errors they raise
    "vision.eyes", "vision.sighting", "vision.tags", "vision.dice", "vision.plane", "vision.problems", "vision.strokes",
    "vision.calibration", "vision.cards",
    "hardware.camera", "hardware.modes", "hardware.lights", "hardware.errors", "hardware.buzzer", "hardware.buttons",
)  # fmt: skip


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(path: Path, is_at_start: bool = False) -> Iterator[str]:
    """The modules of ours that a file imports, wherever in it, by `import_module` too; or only while it is loaded."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in _top(tree) if is_at_start else ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively; write it from the root"
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if _is_module(name) else str(node.module) for name in inner]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "import_module":
            names = [_first_words(node.args[0])]
        else:
            continue
        yield from (name for name in names if name.partition(".")[0] in OURS)


def _top(tree: ast.Module) -> Iterator[ast.AST]:
    """What runs when the module is loaded, without what is only for type checkers."""
    for node in tree.body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        yield node


def _is_module(name: str) -> bool:
    place = ROOT.joinpath(*name.split("."))
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def _first_words(node: ast.expr) -> str:
    """The constant beginning of a name that is put together."""
    if isinstance(node, ast.JoinedStr):
        node = node.values[0]
    return str(node.value).rstrip(".") if isinstance(node, ast.Constant) else ""


def allowed(path: Path) -> tuple[str, ...]:
    """The beginnings of the module names that this file may import."""
    parts = path.relative_to(ROOT).parts
    if parts[0] in ("vision", "hardware"):
        return (parts[0],)
    if parts[0] == "web":
        return ("web", "companion")
    whole = (("companion", name) for name in ("app.py", "venue.py", "cli.py", "calibrate.py"))
    if parts in whole:
        return OURS
    if parts[:2] == ("companion", "games") and len(parts) > 3:
        drawing = ("companion.kit.drawing",) if draws(path) else ()
        return (*GAME_MAY, ".".join(parts[:3]), *drawing)
    if parts[:2] == ("companion", "bench"):
        return OURS  # a benchmark measures any part
    return ("companion", *VALUES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_follow_the_arrows(path: Path) -> None:
    beginnings = allowed(path)
    packages = {"companion", "companion.games", "vision", "hardware", "web"}
    strays = [
        name
        for name in imports(path)
        if name not in packages and not any(name == b or name.startswith(f"{b}.") for b in beginnings)
    ]
    assert strays == []


def draws(path: Path) -> bool:
    return "art" in path.name or path.name == "icons.py"


RULES = [
    path
    for path in sorted((ROOT / "companion" / "games").glob("*/*.py"))
    if path.name not in ("__init__.py", "layout.py") and not draws(path)
]


@pytest.mark.parametrize("path", RULES, ids=lambda path: "/".join(path.parts[-2:]))
def test_rules_do_not_know_where_things_lie(path: Path) -> None:
    assert [name for name in imports(path) if name.endswith(".layout") and name != "companion.layout"] == []


def test_no_imports_go_in_circles() -> None:
    names = {module_of(path): path for path in FILES}
    leads = {name: {to for to in imports(path, is_at_start=True) if to in names} for name, path in names.items()}
    while loose := {name for name, to in leads.items() if not to}:
        leads = {name: to - loose for name, to in leads.items() if name not in loose}
    assert _circle(leads) == []


def _circle(leads: dict[str, set[str]]) -> list[str]:
    """One way round, for the message."""
    way: list[str] = []
    name = next(iter(leads), None)
    while name is not None and name not in way:
        way.append(name)
        name = next(iter(sorted(leads[name])), None)
    return way[way.index(name) :] if name is not None else []


def test_importing_everything_opens_nothing(tmp_path: Path) -> None:
    modules = [module_of(path) for path in FILES]
    program = f"""
import sys, threading, importlib
for name in {modules!r}:
    importlib.import_module(name)
assert threading.active_count() == 1, threading.enumerate()
assert "picamera2" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
