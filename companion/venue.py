"""Builds a venue from the config and closes it: its journal, its line to the broker, its page."""

import threading
import time
from pathlib import Path
from secrets import token_hex

import msgspec

from companion.club.broker import Broker
from companion.club.hall import Hall
from companion.club.ledger import FILE, Ledger
from companion.club.line import MqttConfig
from companion.club.telling import HELP
from companion.club.venue import Venue
from companion.config import Config, data_folder
from companion.errors import BadInput
from companion.simulation.club import ClubTable
from hardware.network import own_address
from web import About, Server, create_app, serve
from web.venue import create_venue

DEMO_GAMES = ("pyramid_raiders", "gold_raiders", "temple_of_gold", "gold_mine", "go_for_gold")


class VenueApp:
    """The running venue; `close` lets go of everything."""

    def __init__(self, config: Config) -> None:
        if not config.mqtt.host:
            raise BadInput("no broker is named; give --broker HOST, or set mqtt.host in the config file")
        self._stop = threading.Event()
        self._port = config.venue.port
        self.ledger = Ledger(data_folder(config) / FILE)
        self.ledger.forget(time.time())
        self.hall = Hall(self.ledger, time.time, time.monotonic, f"venue-{token_hex(3)}")
        self.venue = Venue(config.mqtt, self.hall, time.monotonic)
        try:
            self.server = serve(
                create_venue(self.hall, config.venue, time.time, self._locate), config.host, config.venue.port
            )
        except BaseException:
            self.ledger.close()
            raise
        self._port = self.server.port
        self._thread = threading.Thread(target=self.venue.run, args=(self._stop,), name="venue", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return self._locate()

    def _locate(self) -> str:
        return f"http://{own_address()}:{self._port}/"

    def run(self) -> None:
        """Until somebody calls `stop`."""
        self._stop.wait()

    def stop(self) -> None:
        self._stop.set()
        self.venue.wake()

    def close(self) -> None:
        self.stop()
        self._thread.join(5)
        self.server.close()
        self.ledger.close()


class DemoClub:
    """A broker, a venue and simulated tables on one machine, each table with its own page, to look at."""

    def __init__(self, config: Config, tables: int, folder: Path) -> None:
        self._stop = threading.Event()
        self.broker = Broker(folder)
        mqtt = msgspec.structs.replace(config.mqtt, host="127.0.0.1", port=self.broker.port)
        self.venue = VenueApp(msgspec.structs.replace(config, mqtt=mqtt, data=config.data or str(folder)))
        self.tables: list[ClubTable] = []
        self._servers: list[Server] = []
        for number in range(1, tables + 1):
            self._add(number, msgspec.structs.replace(mqtt, table=f"table-{number}"))

    def _add(self, number: int, mqtt: MqttConfig) -> None:
        where = {"port": 0}
        one = ClubTable(mqtt, DEMO_GAMES, number, time.time, time.monotonic, locate=lambda: _page(where["port"]))
        app = create_app(one.table, address=lambda: _page(where["port"]), about=About(in_club=True))
        server = serve(app, "0.0.0.0", 0)
        where["port"] = server.port
        self.tables.append(one)
        self._servers.append(server)

    @property
    def address(self) -> str:
        return self.venue.address

    def run(self) -> None:
        """Each table moves about every three seconds, and the fourth has a question for the club."""
        calls_at, beat = 10, 0
        while not self._stop.wait(3.0 / max(1, len(self.tables))):
            self.tables[beat % len(self.tables)].act()
            beat += 1
            if beat == calls_at * len(self.tables) and len(self.tables) > 3:
                self.tables[3].table.keep(HELP, time.time())

    def stop(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self.stop()
        for one in self._servers:
            one.close()
        for table in self.tables:
            table.close()
        self.venue.close()
        self.broker.close()


def _page(port: int) -> str:
    return f"http://{own_address()}:{port}/"
