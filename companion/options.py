"""What each command can be told: the grammar of the command line."""

import argparse
import sys
from pathlib import Path
from typing import NoReturn

from companion.games import game_names


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line and status 2, instead of a page of usage."""
        print(f"{self.prog}: {message}; see {self.prog} --help", file=sys.stderr)
        raise SystemExit(2)


def run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file with settings")
    parser.add_argument("--game", metavar="G", help=", ".join(game_names()))
    parser.add_argument("--players", type=int, metavar="N")
    parser.add_argument("--camera", metavar="auto|picamera2|webcam[:N]|url:U|folder:DIR|sim|none")
    parser.add_argument("--lights", metavar="auto|gpio|sim|none")
    parser.add_argument("--host", metavar="ADDRESS", help="where to listen; default: everywhere on the local network")
    parser.add_argument("--port", type=int, metavar="N")
    parser.add_argument("--data", metavar="DIR", help="where games are kept")
    parser.add_argument("--record", type=Path, metavar="DIR", help="also keep frames and entries, for companion replay")


def play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--players", type=int, required=True, metavar="N")
    parser.add_argument("--seed", type=int, required=True, metavar="S")
    parser.add_argument("--camera", action="store_true", help="move pieces on the simulated table, read them back")
    parser.add_argument("--faults", default="", metavar="NAME,...", help="what goes wrong under the camera")
    parser.add_argument("--style", choices=("random", "greedy"), default="random", help="how the bots play")
    parser.add_argument("--options", default="{}", metavar="JSON", help="the game's setup options")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="also write the game as one JSON file")
    parser.add_argument("--record", type=Path, metavar="DIR", help="with --camera: keep frames and entries")
    parser.add_argument("--json", action="store_true")


def referee(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("file", nargs="?", metavar="FILE|-", help="JSON lines: a setup, then actions")
    parser.add_argument("--cases", type=Path, metavar="FILE", help="rule cases to check")


def read(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("photo", type=Path)
    parser.add_argument("--game", metavar="G")
    parser.add_argument("--dice", action="store_true", help="dice only, on any background")
    parser.add_argument("--fov", type=float, default=66.0, metavar="DEG", help="the camera's width of view")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--annotate", type=Path, metavar="OUT.png")


def replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="DIR", help="as companion run --record wrote it, or a film")
    parser.add_argument("--json", action="store_true")


_MODES = "light: corner cards and mats in place of a whole board; stickers: only markers, for owners"


def kit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("-o", "--output", type=Path, metavar="KIT.pdf")
    parser.add_argument("--png", type=Path, metavar="DIR", help="every face as a picture, and kit.json")
    parser.add_argument("--svg", type=Path, metavar="DIR", help="every face as vectors, and kit.json")
    parser.add_argument("--paper", choices=("a4", "letter", "poster"), default="a4")
    parser.add_argument("--mode", choices=("kit", "light", "stickers"), default="kit", help=_MODES)
    parser.add_argument("--light", dest="mode", action="store_const", const="light", help="the same as --mode light")
    parser.add_argument("--ink", choices=("full", "light"), default="full", help="light: outlines in place of colour")


def check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--game", metavar="G")
    parser.add_argument("--camera", metavar="SOURCE")
    parser.add_argument("--lights", action="store_true", help="lights each space in turn and names it")
    parser.add_argument("--port", type=int, metavar="N", help="of the page that names the lamps")


def calibrate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("photos", nargs="*", type=Path, metavar="PHOTO", help="in place of the camera")
    parser.add_argument("--page", type=Path, metavar="PAGE.pdf", help="only write the page to print")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4")
    parser.add_argument("--camera", default="auto", metavar="SOURCE")
    parser.add_argument("--fov", type=float, default=66.0, metavar="DEG", help="about how wide it sees")
    parser.add_argument("--json", action="store_true")


def bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME")
    parser.add_argument(
        "only", nargs="*", metavar="PART", help="of eyes: games or conditions, as in gold_mine 'very soft'"
    )
    parser.add_argument("--json", action="store_true")


def venue(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file with [mqtt] and [venue]")
    parser.add_argument("--broker", metavar="HOST[:PORT]", help="where the tables meet")
    parser.add_argument("--demo", type=int, metavar="N", help="a broker of its own and N simulated tables, to look at")
    parser.add_argument("--host", metavar="ADDRESS", help="where to listen; default: everywhere on the local network")
    parser.add_argument("--port", type=int, metavar="N", help="of the venue's page")
    parser.add_argument("--data", metavar="DIR", help="where results are kept")


def journal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("list", "export", "import", "replay"))
    parser.add_argument("which", nargs="?", metavar="ID|FILE")
    parser.add_argument("--data", default="", metavar="DIR")
    parser.add_argument("--json", action="store_true")


def file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--data", default="", metavar="DIR")
