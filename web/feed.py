"""What phones are sent: the look of their viewer once, then only what changed, over server-sent events."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from secrets import token_hex
from zlib import DEFLATED, MAX_WBITS, Z_FULL_FLUSH, compressobj

import msgspec

from companion.games.naming import named_json
from companion.games.protocol import Json
from companion.play.journal import Entry
from companion.play.news import Entered, Kept, News, SatDown
from companion.play.table import Table
from web.looks import sitting_json, table_json
from web.people import KEPT, People
from web.places import Places
from web.words import entry_json

HEARTBEAT_S = 5  # a page that misses two knows that its line is dead
LOOK_AGAIN_S = 1.0  # how often a stream looks whether its phone has gone
_UNSHOWN = (KEPT, "timer_saved")  # kept with the game, but nothing for phones
_MUCH = 1000  # bytes of choices in one prompt above which a stream leaves them to be asked for
_REPLAYED = 300  # entries at most that a returning phone is told one by one

_GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # deflate, no name, no time

encode = msgspec.json.Encoder().encode


class Feed(Places):
    """The looks of one table, made once per viewer and news, and the streams of them."""

    def __init__(self, table: Table, people: People, clock: Callable[[], float], most_streams: int = 200) -> None:
        super().__init__(most_streams)
        self.table, self._people, self._clock = table, people, clock
        self.heartbeat_s = HEARTBEAT_S
        self.boot = token_hex(4)  # tells a restarted companion from a quiet one
        self._looks: dict[str | None, dict[str, Json]] = {}
        self._sent: dict[str | None, dict[str, Json]] = {}
        self._changes: dict[tuple[str | None, int, int], bytes] = {}
        self._games: dict[str | None, dict[str, Json]] = {}  # by viewer; they change with entries and names only
        self._recent: deque[Entry] = deque(maxlen=_REPLAYED)
        table.listen(self.hear, "phones")

    # Looks

    def look(self, viewer: str | None) -> dict[str, Json]:
        """The table's look, with who sits where and since when lamps and timer run; without what is kept secret."""
        with self.table.lock:
            look = self._looks.get(viewer)
            if look is None or look["news"] != self.table.news:
                look = self._look(viewer)
                self._looks[viewer] = look
            return look

    def _look(self, viewer: str | None) -> dict[str, Json]:
        seats = self._people.seats()
        around = table_json(self.table, _UNSHOWN, viewer, [player for player, by in seats.items() if by == "free"])
        names = self._people.names()
        if not self.table.is_playing:
            return _named(around, names)
        if viewer not in self._games:
            self._games[viewer] = _named(sitting_json(self.table.sitting, viewer), names)
        return {**_named(around, names), **self._games[viewer], "seats": seats, "names": names}

    def sent(self, viewer: str | None) -> dict[str, Json]:
        """The look as streams send it, made to change little: `lying` in place of `placements`, and long lists of
        choices left out, for the one phone that needs them asks."""
        with self.table.lock:
            look = self.look(viewer)
            sent = self._sent.get(viewer)
            if sent is None or sent["news"] != look["news"]:
                sent = self._sent[viewer] = _slim(look)
            return sent

    def hear(self, news: News) -> None:
        """Entries make other looks; a new game forgets the old one's."""
        match news:
            case SatDown():
                for kept in (self._looks, self._sent, self._changes, self._games, self._recent):
                    kept.clear()
            case Entered(entry=entry):
                self._games.clear()
                self._recent.append(entry)
            case Kept(name=name) if name == KEPT:  # somebody may be called otherwise
                self._games.clear()

    # Streams

    def events(self, viewer: str | None, last_id: str, is_gone: Callable[[], bool], have: str = "") -> Iterator[bytes]:
        """Events for one phone: missed entries, the whole look, then changes as they come; ends when it is gone.

        `have` is the look that came with its page (`BOOT-NEWS`): if nothing has happened since, it is not sent again.
        """
        look, entries = self._catch_up(viewer, last_id)
        yield b"retry: 2000\n\n" + event("hello", {"now": self._clock(), "boot": self.boot})
        for entry in entries:
            yield self._entry_event(entry, viewer)
        if have != f"{self.boot}-{look['news']}":
            yield event("look", look, event_id(look.get("id"), look.get("number")))
        quiet_s = 0.0
        while not self.is_closed:
            news = self.table.wait(look["news"], LOOK_AGAIN_S)
            if is_gone():
                return
            if news > look["news"]:
                chunk, look = self.step(viewer, look)
                quiet_s = 0.0
                yield chunk
            elif (quiet_s := quiet_s + LOOK_AGAIN_S) >= self.heartbeat_s:
                quiet_s = 0.0
                yield event("beat", {"now": self._clock()})

    def _catch_up(self, viewer: str | None, last_id: str) -> tuple[dict[str, Json], list[Entry]]:
        with self.table.lock:
            look = self.sent(viewer)
            seen = _seen(last_id, look.get("id"))
            missed = self.table.entries(seen) if look["playing"] and seen is not None else []
            return look, missed[-_REPLAYED:]

    def step(self, viewer: str | None, old: dict[str, Json]) -> tuple[bytes, dict[str, Json]]:
        """The bytes that bring a phone from one look to the newest; made once for all phones at the same point."""
        with self.table.lock:
            new = self.sent(viewer)
            key = viewer, old["news"], new["news"]
            chunk = self._changes.get(key)
            if chunk is None:
                if len(self._changes) > 100:
                    self._changes.clear()
                chunk = self._changes[key] = self._between(old, new, viewer)
        return chunk, new

    def _entry_event(self, entry: Entry, viewer: str | None) -> bytes:
        sitting = self.table.sitting
        told = _named(entry_json(sitting.game, sitting.history, entry, viewer), self._people.names())
        return event("entry", told, event_id(sitting.saved.id, entry.number))

    def _between(self, old: dict[str, Json], new: dict[str, Json], viewer: str | None) -> bytes:
        game, number = new.get("id"), new.get("number")
        if old.get("id") != game:
            return event("look", new, event_id(game, number))
        fresh = [entry for entry in self._recent if entry.number > (old.get("number") or 0)]
        told = [self._entry_event(entry, viewer) for entry in fresh]
        return b"".join(told) + event("change", change(old, new), event_id(game, number))

    def close(self) -> None:
        """Ends all streams, each within a second."""
        self.is_closed = True


def _named(data: dict[str, Json], names: Mapping[str, str]) -> dict[str, Json]:
    """The same with everybody called by name in all sentences."""
    found: dict[str, Json] = msgspec.json.decode(named_json(encode(data), names))
    return found


def _slim(look: dict[str, Json]) -> dict[str, Json]:
    if not look["playing"]:
        return look
    prompts = [_slim_prompt(prompt) for prompt in look["view"]["prompts"]]
    slim = {key: value for key, value in look.items() if key != "placements"}
    return {**slim, "view": {**look["view"], "prompts": prompts}, "lying": lying(look["placements"])}


def lying(placements: Iterable[tuple[str, str, int | None, str | None]]) -> dict[str, Json]:
    """Placements as an object, of which a merge patch sends only the pieces that moved.

    >>> lying([("gold", "b2", None, None), ("gold", "b2", None, None), ("pawn.red", "c1", 90, None)])
    {'gold@b2': [None, None], 'gold@b2#2': [None, None], 'pawn.red@c1': [90, None]}
    """
    found: dict[str, Json] = {}
    alike: Counter[str] = Counter()
    for piece, space, turned, shows in placements:
        key = f"{piece}@{space}"
        alike[key] += 1
        found[key if alike[key] == 1 else f"{key}#{alike[key]}"] = [turned, shows]
    return found


def _slim_prompt(prompt: dict[str, Json]) -> dict[str, Json]:
    choices = prompt.get("choices", ())
    if len(choices) < 4 or len(encode(choices)) <= _MUCH:
        return prompt
    return {**{key: value for key, value in prompt.items() if key != "choices"}, "left_out": len(choices)}


def packed(events: Iterable[bytes]) -> Iterator[bytes]:
    """The same events as one gzip stream, each whole in itself: equal bytes are compressed once for all phones."""
    yield _GZIP_HEAD
    for chunk in events:
        yield deflated(chunk)


@lru_cache(maxsize=64)
def deflated(chunk: bytes) -> bytes:
    """Bytes that refer to nothing before them and end on a byte: they fit into any phone's stream."""
    packing = compressobj(6, DEFLATED, -MAX_WBITS)
    return packing.compress(chunk) + packing.flush(Z_FULL_FLUSH)


def event(name: str, data: Json, number: str = "") -> bytes:
    """One server-sent event."""
    head = f"id: {number}\n" if number else ""
    return f"{head}event: {name}\ndata: ".encode() + encode(data) + b"\n\n"


def event_id(game: int | None, number: int | None) -> str:
    """Game and entry, so that a phone coming back after another game began is not told the wrong entries."""
    return f"{game}-{number}" if game is not None else ""


def _seen(last_id: str, game: int | None) -> int | None:
    """The entry a phone last heard of, or None if it cannot say of this game."""
    of, _, number = last_id.rpartition("-")
    if not number.isascii() or not number.isdigit() or (of and of != str(game)):
        return None
    return int(number[:12])


def change(old: Mapping[str, Json], new: Mapping[str, Json]) -> dict[str, Json]:
    """What differs, as a JSON merge patch (RFC 7386): objects are merged, all else replaced, null takes away.

    >>> change({"a": 1, "b": {"x": 1, "y": 2}, "c": 3}, {"a": 1, "b": {"x": 5, "y": 2}})
    {'c': None, 'b': {'x': 5}}
    """
    found: dict[str, Json] = {key: None for key, value in old.items() if key not in new and value is not None}
    for key, value in new.items():
        before = old.get(key)
        if isinstance(value, Mapping) and isinstance(before, Mapping):
            if inner := change(before, value):
                found[key] = inner
        elif value != before:
            found[key] = value
    return found
