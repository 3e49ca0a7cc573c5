"""Every room shows what is in it: one file name a role, a mirror for every module, no game's words in shared code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import game_named

ROOT = Path(__file__).parents[1]
GAMES = ("go_for_gold", "gold_mine", "gold_raiders", "pyramid_raiders", "temple_of_gold")
ROLES = (
    "__init__", "actions", "artwork", "board", "bots", "cases", "ending", "glow", "guide", "icons", "layout", "legal",
    "positions", "reasons", "rules", "scoring", "seeing", "setup", "state", "story", "view", "words",
)  # fmt: skip
SHARED = sorted(
    path
    for package in ("companion", "web", "vision", "hardware")
    for path in (ROOT / package).rglob("*.py")
    if path.relative_to(ROOT).parts[:2] != ("companion", "games") or len(path.relative_to(ROOT).parts) == 3
)
SCRIPTS = sorted((ROOT / "web" / "static").rglob("*.js"))
NO_MIRROR = ("__init__.py", "errors.py", "icons.py", "views.py")  # nothing in them can fail by itself


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("role", ROLES)
def test_a_role_has_the_same_file_name_in_every_game(game: str, role: str) -> None:
    assert (ROOT / "companion" / "games" / game / f"{role}.py").is_file()


def action_names() -> frozenset[str]:
    """What the five games call their actions."""
    names = {name for game in GAMES for name in _tags(ROOT / "companion" / "games" / game / "actions.py")}
    assert len(names) > 50
    return frozenset(names)


def _tags(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            tags = (word.value for word in node.keywords if word.arg == "tag")
            yield from (tag.value for tag in tags if isinstance(tag, ast.Constant))


def test_the_names_that_are_sought_are_those_the_rules_use() -> None:
    game = game_named("gold_raiders")
    first = game.legal(game.setup(game.names(3), None))[0]
    assert type(first).__struct_config__.tag in action_names()


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(ROOT)))
def test_shared_code_names_no_games_action(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert words & action_names() == set()


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_pages_name_no_games_action(path: Path) -> None:
    words = set(re.findall(r"""["'`]([a-z_]+)["'`]""", path.read_text(encoding="utf-8")))
    assert words & action_names() == set()


MODULES = sorted(
    path
    for package in ("companion", "web", "vision", "hardware")
    for path in (ROOT / package).rglob("*.py")
    if path.name not in NO_MIRROR
)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_has_its_mirror(path: Path) -> None:
    place = path.relative_to(ROOT)
    assert (ROOT / "tests" / place.parent / f"test_{place.name}").is_file()


TESTS = sorted((ROOT / "tests").rglob("test_*.py"))
WRAPPERS = ("enumerate", "list", "product", "reversed", "sorted", "tuple", "zip")  # as long as what they are given


def has_some(over: ast.expr) -> bool:
    """Whether a loop over this surely runs: a literal, a range of numbers, a constant, or these wrapped."""
    match over:
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(not isinstance(part, ast.Starred) or has_some(part.value) for part in parts)
        case ast.Dict(keys=keys):
            return any(key is not None for key in keys)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.isupper()
        case ast.Call(func=ast.Name(id="range"), args=args) if all(isinstance(arg, ast.Constant) for arg in args):
            return len(range(*map(ast.literal_eval, args))) > 0
        case ast.Call(func=ast.Attribute(value=inner, attr="items" | "values" | "keys"), args=[]):
            return has_some(inner)
        case ast.Call(func=ast.Name(id=name), args=args) if name in WRAPPERS:
            return all(has_some(arg) for arg in args)
    return False


def is_shaky(node: ast.AST) -> bool:
    return isinstance(node, ast.While) or (isinstance(node, ast.For) and not has_some(node.iter))


def is_check(node: ast.AST) -> bool:
    if isinstance(node, ast.With):
        return any("raises" in ast.unparse(item.context_expr) for item in node.items)
    return isinstance(node, ast.Assert)


def surely_met(node: ast.AST) -> Iterator[ast.AST]:
    """All that stands below it, but for what stands in loops that may run zero times."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not is_shaky(child):
            yield from surely_met(child)


def may_pass_unlooped(tree: ast.Module) -> list[str]:
    """The tests that check nothing if their loops run zero times; where nothing is asserted, to get through checks."""
    tests = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")]
    met = {one.name: list(surely_met(one)) for one in tests}
    return [name for name, nodes in met.items() if any(map(is_shaky, nodes)) and not any(map(is_check, nodes))]


@pytest.mark.parametrize(
    "shaky",
    [
        "for one in found(): assert one",
        "for one in range(count): assert one",
        "for one in range(0): assert one",
        "for one in [*found()]: assert one",
        "for one in zip(ALL, found()): assert one",
        "while going(): assert one",
        "for one in found(): act(one)",
        "for one in ALL:\n  for other in one: assert other",
        "for one in found():\n  with pytest.raises(ValueError): act(one)",
    ],
)
def test_a_test_whose_loops_may_be_empty_is_named(shaky: str) -> None:
    assert may_pass_unlooped(ast.parse("def test_it():\n " + shaky.replace("\n", "\n "))) == ["test_it"]


@pytest.mark.parametrize(
    "firm",
    [
        "for one in (1, 2): assert one",
        "for one in range(1, 7): assert one",
        "for number, one in enumerate(board.KINDS): assert one",
        "for one in {'a': 1}.items(): assert one",
        "for one in found(): assert one\nassert found()",
        "for one in (1, 2): act(one)",
        "act()",
    ],
)
def test_a_test_whose_loops_surely_run_or_are_counted_is_not_named(firm: str) -> None:
    assert may_pass_unlooped(ast.parse("def test_it():\n " + firm.replace("\n", "\n "))) == []


@pytest.mark.parametrize("path", TESTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_test_can_pass_on_an_empty_loop(path: Path) -> None:
    assert may_pass_unlooped(ast.parse(path.read_text(encoding="utf-8"))) == []
