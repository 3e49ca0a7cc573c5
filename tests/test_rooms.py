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
    "__init__", "actions", "artwork", "board", "bots", "cases", "ending", "glow", "icons", "layout", "legal",
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
