"""Seat lamps, bar and the sheets on the phones: section 9."""

from companion.games.go_for_gold.board import BOXES, SEAT_COLOURS, island_space, lamp_space
from companion.games.go_for_gold.scoring import ranking
from companion.games.go_for_gold.state import Last, State, special
from companion.games.protocol import Effect, Glow, Light

BAR = 8  # a bar has so many LEDs or more; pips are shown as eighths
RAINBOW = ("red", "orange", "yellow", "green", "blue", "purple")


def glow(state: State) -> Glow:
    """Who must act, what the bar counts, and how the last try went. New lines stay dark until all are in."""
    happened = _happened(state, state.last) if state.last else ()
    if state.phase == "start_port":
        ports = tuple(_on_sheet(state, state.active, port, "white") for port in state.island.ports)
        return Glow((_lamp(state, state.active, "pulse"), *ports))
    if state.phase == "roll":
        effect: Effect = "steady" if state.round == 1 else "path"
        return Glow((*happened, _lamp(state, state.active, effect)), bar=_filled(state) / BOXES)
    if state.phase == "move":
        return Glow((*happened, *_drawing(state)), bar=(state.roll or 0) / BAR)
    if state.phase == "resolve":
        return Glow((*happened, *_resolving(state)), bar=_needed(state))
    if state.phase == "shovels" and state.dig:
        return Glow((_lamp(state, state.dig.player, "flash"),), bar=min(1.0, state.dig.missing / BAR))
    return Glow((*happened, *_victory(state)), bar=1.0)


def _lamp(state: State, player: str, effect: Effect) -> Light:
    seat = state.seat(player)
    return Light(lamp_space(seat), SEAT_COLOURS[seat - 1], effect)


def _on_sheet(state: State, player: str, space: str, colour: str, effect: Effect = "pulse") -> Light:
    return Light(island_space(state.seat(player), space), colour, effect)


def _filled(state: State) -> int:
    """The scoring spaces the leader has filled."""
    return len(state.hunter(ranking(state)[0][0]).scores)


def _drawing(state: State) -> tuple[Light, ...]:
    """Who still draws pulses, who is done shines."""
    return tuple(
        _lamp(state, hunter.id, "pulse" if hunter.id in state.awaiting else "steady")
        for hunter in state.players
        if hunter.is_in
    )


def _resolving(state: State) -> tuple[Light, ...]:
    return tuple(
        light
        for player in state.awaiting
        for light in (
            _lamp(state, player, "pulse"),
            _on_sheet(state, player, str(state.hunter(player).pos), "amber"),
        )
    )


def _needed(state: State) -> float | None:
    """The number to roll at a treasure, the shovels owned at a temple."""
    for player in state.awaiting:
        hunter = state.hunter(player)
        asked = special(state, hunter)
        if asked == "treasure":
            return min(1.0, state.island.treasures[str(hunter.pos)].number / BAR)
        if asked == "temple":
            return min(1.0, hunter.shovels / BAR)
    return None


def _happened(state: State, last: Last) -> tuple[Light, ...]:
    """A green or red flash for a try that worked or failed, a short red one for whoever is out."""
    out = tuple(Light(lamp_space(state.seat(name)), "red", "flash", for_s=1.0) for name in last.out)
    if last.result in ("", "low"):
        return out
    colour = "green" if last.result == "written" else "red"
    seat = state.seat(last.player)
    space = island_space(seat, str(state.hunter(last.player).pos))
    return (Light(lamp_space(seat), colour, "flash", for_s=1.5), Light(space, colour, "flash", for_s=1.5), *out)


def _victory(state: State) -> tuple[Light, ...]:
    seats = [state.seat(name) for name in ranking(state)[0]]
    return tuple(
        Light(lamp_space(seat), colour, "flash", after_s=0.5 * turn, for_s=0.5)
        for seat in seats
        for turn, colour in enumerate(RAINBOW * 3)
    ) + tuple(Light(lamp_space(seat), "gold", "pulse", after_s=0.5 * 3 * len(RAINBOW)) for seat in seats)
