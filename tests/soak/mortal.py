"""A companion to be killed again and again: all of it is imported once, and every life is a fork of that.

    python mortal.py FOLDER PORT

It says `ready` once; then each line on standard input begins a life; `alive PID` answers it, `dead` follows when it
has been killed.
"""

import gc
import os
import sys

from companion.app import App
from companion.config import CameraConfig, Config
from companion.games import game_named

GAME = "gold_raiders"


def live(folder: str, port: int) -> None:
    config = Config(
        data=folder,
        host="127.0.0.1",
        port=port,
        game=GAME,
        camera=CameraConfig(source="none"),
        lights_source="none",
    )
    App(config).run()


def main(folder: str, port: int) -> None:
    game_named(GAME)
    gc.freeze()  # so that no life copies what all of them share
    print("ready", flush=True)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            live(folder, port)
            os._exit(0)
        print(f"alive {child}", flush=True)
        os.waitpid(child, 0)
        print("dead", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
