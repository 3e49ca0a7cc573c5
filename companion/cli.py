"""The companion's command line: parses, then calls; no logic."""

import argparse
import logging
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import msgspec

from companion import options
from companion.errors import BadInput, CompanionError
from companion.games import game_named, game_names
from companion.games.naming import plain
from hardware.errors import HardwareError

_Command = tuple[str, Callable[[argparse.Namespace], int], Callable[[argparse.ArgumentParser], None], str]


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; a user's mistake is one line on standard error and status 2."""
    arguments = _parser().parse_args(argv)
    logging.basicConfig(level=logging.INFO if arguments.verbose else logging.WARNING, format="%(name)s: %(message)s")
    try:
        return int(arguments.call(arguments))
    except (CompanionError, HardwareError) as wrong:
        print(f"companion: {plain(str(wrong))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us has gone; nothing more to say
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = options.Parser(prog="companion", description="Watches a real game table, referees it and keeps the score.")
    parser.add_argument("--version", action="version", version=f"companion {version('companion')}")
    parser.add_argument("--verbose", action="store_true", help="say what happens, one line per entry")
    options.run(parser)
    parser.set_defaults(call=_run)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=options.Parser)
    for name, call, tell, about in _commands():
        command = commands.add_parser(name, help=about, description=about)
        command.set_defaults(call=call)
        tell(command)
    return parser


def _commands() -> Iterator[_Command]:
    """Name, what it calls, what it can be told, what it is for."""
    yield "run", _run, options.run, "the service: camera, lights, referee and phones"
    yield "play", _play, options.play, "bots play a whole game"
    yield "referee", _referee, options.referee, "rules only: JSON lines, or cases of a specification"
    yield "read", _read, options.read, "what the eyes see in one photo"
    yield "replay", _replay, options.replay, "a recorded table through the eyes again; status 1 where it differs"
    yield "kit", _kit, options.kit, "the printable kit of a game"
    yield "check", _check, options.check, "looks for camera, lights, disk and network; says what to mend"
    yield "calibrate", _calibrate, options.calibrate, "measures the camera's lens with a printed page"
    yield "bench", _bench, options.bench, "benchmarks, each as a ratio against a reference of the same run"
    yield "venue", _venue, options.venue, "the board of a club: all tables through an MQTT broker"
    yield "journal", _journal, options.journal, "games played so far: list, export, import, replay"
    yield "backup", _backup, options.file, "everything that is kept (games, seats, PIN) in one file"
    yield "restore", _restore, options.file, "puts a backup back; what was there is kept beside it"


def _run(arguments: argparse.Namespace) -> int:
    from companion.app import App, refuse_unusable
    from companion.config import or_defaults, settings_of, with_options
    from hardware.systemd_notify import Systemd

    path, given, said = arguments.config, vars(arguments), ""
    if Systemd().is_there:
        config, said = or_defaults(path, given, refuse_unusable)
    else:
        config = with_options(path, given)
    if arguments.game:
        game_named(arguments.game)
    settings = settings_of(config, None if said else path, given)
    app = App(config, is_new=bool(arguments.game or arguments.players), settings=settings, record=arguments.record)
    app.table.notice("settings", said or None)

    def stop(number: int, frame: FrameType | None) -> None:
        app.stop()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    try:
        _greet(app)
        app.run()
    finally:
        app.close()
    return 0


def _venue(arguments: argparse.Namespace) -> int:
    from companion.config import with_venue_options
    from companion.venue import DemoClub, VenueApp

    config = with_venue_options(arguments.config, vars(arguments))
    with TemporaryDirectory() as folder:
        _serve_venue(DemoClub(config, arguments.demo, Path(folder)) if arguments.demo else VenueApp(config))
    return 0


def _serve_venue(app: Any) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        app.stop()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    try:
        print(f"open {app.address} on a big screen or any phone  (Ctrl-C stops; results are kept)", flush=True)
        app.run()
    finally:
        app.close()


def _greet(app: Any) -> None:
    import segno

    from hardware.systemd_notify import Systemd

    saved = app.table.saved
    print(f"camera: {app.chosen.why}")
    print(f"{app.table.game.title}, game {saved.id}, {', '.join(saved.players)}; entry {app.table.number}")
    if app.recording is not None:
        print(f"recording: {app.recording.about}")
    pin = "" if Systemd().is_there else f"host PIN {app.pin}; "  # what a service prints is kept in the system's log
    print(f"{pin}open {app.address} on any phone in this network, or scan:")
    segno.make(app.address, error="l").terminal(compact=True)
    print(f"{app.address}  (Ctrl-C stops; the game is kept)", flush=True)


def _play(arguments: argparse.Namespace) -> int:
    from companion.simulation import match

    game = game_named(arguments.game)
    chosen = _json(arguments.options, "--options")
    players = game.names(arguments.players)
    if arguments.camera:
        say = _progress if not arguments.json or sys.stderr.isatty() else _silent
        result = match.play_watched(
            game,
            players,
            arguments.seed,
            arguments.style,
            chosen,
            arguments.faults,
            say,
            arguments.journal,
            arguments.record,
        )
    elif arguments.faults or arguments.record:
        raise BadInput("--faults and --record are about what the camera sees; add --camera")
    else:
        result = match.play(game, players, arguments.seed, arguments.style, chosen, arguments.journal)
    whole = result.to_json(arguments.camera)
    if arguments.json:
        _print_json(whole)
        return 0
    print(f"{game.title}, {len(players)} players, seed {arguments.seed}: {result.actions} actions")
    for standing in result.scores:
        print(f"  {standing['place']}. {standing['player']}: {standing['total']}")
    print(f"  won by {', '.join(result.winners) or 'nobody'}")
    if arguments.camera:
        print(f"  read right {result.read_right}, asked {result.asked}, wrong {result.wrong}, looks {result.looks}")
    return 0


def _referee(arguments: argparse.Namespace) -> int:
    from companion.games import referee

    game = game_named(arguments.game)
    if arguments.cases is not None:
        cases = referee.read_cases(_text(arguments.cases), str(arguments.cases))
        failed = 0
        for number, case in enumerate(cases, start=1):
            if lines := referee.failures(game, case):
                failed += 1
                print(f"{case.get('id', number)}: {case.get('about', '')}")
                print("\n".join(f"    {line}" for line in lines))
        print(f"{len(cases) - failed} passed, {failed} failed")
        return 1 if failed else 0
    if arguments.file is None:
        raise BadInput("nothing to referee; give a file of JSON lines, - for standard input, or --cases FILE")
    actions = sys.stdin if arguments.file == "-" else _text(Path(arguments.file)).splitlines()
    for answer in referee.referee(game, actions):
        _print_json(answer)
    return 0


def _read(arguments: argparse.Namespace) -> int:
    from companion.watch import reading

    if arguments.dice:
        pixels, times_shrunk = reading.open_shrunk(arguments.photo)
        found, dice = reading.read_dice(pixels, times_shrunk)
        drawn = reading.annotate_dice(pixels, dice)
    elif arguments.game:
        pixels = reading.open_photo(arguments.photo)
        found, look = reading.read_table(pixels, game_named(arguments.game), arguments.fov)
        drawn = reading.annotate_table(pixels, look)
    else:
        raise BadInput(f"say what to look for: --dice, or --game with one of {', '.join(game_names())}")
    if arguments.annotate is not None:
        reading.save_picture(arguments.annotate, drawn)
    if arguments.json:
        _print_json(found)
    else:
        print(reading.in_words(found))
    return 0


def _replay(arguments: argparse.Namespace) -> int:
    from companion.watch import footage, replaying

    events = footage.footage_in(arguments.folder)
    outcome = replaying.replayed(events, _progress if sys.stderr.isatty() and not arguments.json else _silent)
    if arguments.json:
        _print_json(outcome.to_json())
    else:
        print(outcome)
    return 1 if outcome.differs else 0


def _kit(arguments: argparse.Namespace) -> int:
    from companion.kit import ink, make
    from companion.markers import refuse_clashes

    game = game_named(arguments.game)
    refuse_clashes(game.layout(), [game_named(name).layout() for name in game_names()])
    if arguments.output is None and arguments.png is None and arguments.svg is None:
        raise BadInput("nowhere to write the kit; give -o KIT.pdf, --png DIR or --svg DIR")
    if arguments.output is not None:
        pages = make.make_kit(game, arguments.output, arguments.paper, arguments.mode, _bar, arguments.ink)
        print(f"{arguments.output}: {len(pages)} pages; print them at 100 %, and check the ruler on the first")
    if arguments.png is not None:
        make.write_pngs(ink.with_ink(game, arguments.ink), arguments.png, _bar)
        print(f"{arguments.png}: every face as a picture, and kit.json")
    if arguments.svg is not None:
        make.write_svgs(ink.with_ink(game, arguments.ink), arguments.svg, _bar)
        print(f"{arguments.svg}: every face as vectors, and kit.json")
    return 0


def _bar(done: int, of: int) -> None:
    """A progress bar on the terminal; a line at the end elsewhere."""
    if sys.stderr.isatty():
        full = round(40 * done / max(1, of))
        print(f"\r[{'#' * full}{'.' * (40 - full)}] {done} of {of}", end="\n" if done == of else "", file=sys.stderr)
    elif done == of:
        print(f"{done} of {of} drawn", file=sys.stderr)


def _check(arguments: argparse.Namespace) -> int:
    from companion.app import check, tour_lights
    from companion.config import with_options

    config = with_options(arguments.config, {name: getattr(arguments, name) for name in ("game", "camera", "port")})
    findings = check(config, arguments.lights)
    for finding in findings:
        print(finding)
    if arguments.lights and all(finding.part != "lights" or finding.state == "good" for finding in findings):
        tour_lights(config, lambda line: print(line, flush=True))
    return 1 if any(finding.state == "missing" for finding in findings) else 0


def _calibrate(arguments: argparse.Namespace) -> int:
    from companion import calibrate
    from companion.kit.calibration_page import write_page

    if arguments.page is not None:
        write_page(arguments.page, arguments.paper)
        print(f"{arguments.page}: print it at 100 %, glue it on card, then run companion calibrate")
        return 0
    say = _silent if arguments.json else _line
    if arguments.photos:
        measured = calibrate.by_photos(arguments.photos, arguments.fov, say)
    else:
        measured = calibrate.by_camera(arguments.camera, arguments.fov, say)
    if arguments.json:
        _print_json(measured)
    else:
        print(calibrate.as_settings(measured))
    return 0


def _line(line: str) -> None:
    print(line, flush=True)


def _bench(arguments: argparse.Namespace) -> int:
    from companion import bench

    say = _progress if not arguments.json or sys.stderr.isatty() else _silent
    results = bench.run(arguments.name, say, arguments.only)
    if arguments.json:
        _print_json(results if arguments.name is None else results[arguments.name])
        return 0
    for name, figures in results.items():
        print(name)
        print("\n".join(f"  {key}: {value}" for key, value in figures.items()))
    return 0


def _journal(arguments: argparse.Namespace) -> int:
    from companion.play import archive

    with archive.opened(arguments.data) as journal:
        if arguments.what == "list":
            lines = archive.listing(journal)
        elif arguments.what == "export":
            sys.stdout.buffer.write(journal.export(archive.number(journal, arguments.which)) + b"\n")
            return 0
        elif arguments.what == "import":
            lines = archive.taken_in(journal, _required(arguments.which, "the exported file"))
        else:
            lines = archive.replayed(journal, arguments.which)
    for line in lines:
        _print_json(line) if arguments.json else print(archive.in_words(line))
    return 0


def _backup(arguments: argparse.Namespace) -> int:
    from companion.play import archive

    with archive.opened(arguments.data) as journal:
        journal.backup(arguments.file)
        count = len(journal.games())
    size = arguments.file.stat().st_size
    print(f"{arguments.file}: {count} games, {size} bytes; keep it to yourself, the PIN is in it")
    return 0


def _restore(arguments: argparse.Namespace) -> int:
    from companion.config import Config, data_folder
    from companion.play.folder import restore

    count, before = restore(data_folder(Config(data=arguments.data)), arguments.file)
    print(f"{count} games are back" + (f"; what was there is kept as {before}" if before else ""))
    return 0


def _required(value: str | None, what: str) -> str:
    if value is None:
        raise BadInput(f"name {what}")
    return value


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as missing:
        raise BadInput(f"cannot read {path}: {missing.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is no text; cases and actions are JSON in UTF-8") from None


def _json(text: str, name: str) -> Any:
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError as wrong:
        raise BadInput(f"{name} is no JSON: {wrong}") from None
    if not isinstance(value, dict):
        raise BadInput(f'{name} is a JSON object such as {{"los": 2}}')
    return value


def _print_json(value: Any) -> None:
    print(msgspec.json.encode(value).decode(), flush=True)


def _progress(line: str) -> None:
    print(f"\r\x1b[K{line}" if sys.stderr.isatty() else line, end="" if sys.stderr.isatty() else "\n", file=sys.stderr)


def _silent(line: str) -> None:
    """For output that another program reads."""


if __name__ == "__main__":
    raise SystemExit(main())
