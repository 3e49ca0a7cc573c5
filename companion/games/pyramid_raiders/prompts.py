"""Prompts."""

from companion.games.pyramid_raiders.state import State
from companion.rules import View, to_json


def view(state: State, viewer: str | None) -> View:
    return View(state.phase, state.phase, (state.active,) if state.active else (), (), (), to_json(state))
