"""The pictures of README and docs: phone, big screen, aim page, annotated frame, lamps and a page of a kit.

python docs/pictures.py makes them all again (`make pictures`), from one game in memory. The pages need Debian's
chromium and playwright; without them they are left as they are, and that is said.
"""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from io import BytesIO
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace

import cv2
import draw
import numpy as np
import numpy.typing as npt
from PIL import Image  # fpdf2 brings it along

from companion.games import game_named
from companion.games.protocol import to_json
from companion.kit import svg
from companion.kit.make import kit_pages
from companion.kit.sheets import Page
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns
from companion.simulation.room import sim_camera
from companion.simulation.tabletop import Tabletop
from companion.watch.lookout import Glance
from companion.watch.reading import annotate_table, read_table
from web import About, create_app, serve

Pixels = npt.NDArray[np.uint8]

FOLDER = Path(__file__).parent / "pictures"
GAME = game_named("pyramid_raiders")
PLAYERS = GAME.names(4)
SEED, ACTIONS = 3, 118
NOW = 1_700_000_000.0
FRAME_PART = 0.12, 0.01, 0.72, 0.93  # the board, two seats and the tray
LAMPS_PART = 0.25, 0.05, 0.745, 0.885
WIDE = 860  # px at the most
MOST_BYTES = 150_000
ARGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"]


def played() -> Table:
    """A table in memory, in the midst of a bots' game."""
    table = Table(Journal(":memory:"), lambda: NOW)
    table.start(GAME.name, PLAYERS)
    for _, action, _ in islice(turns(GAME, PLAYERS, SEED), ACTIONS):
        table.submit(to_json(action), by="camera")
    return table


def sight(table: Table) -> Glance:
    """What the simulated camera saw, and what the eyes read in it."""
    tabletop = Tabletop(table.sitting.layout, Random(SEED))
    tabletop.arrange(table.sitting.placements)
    tabletop.roll({"die": 4})
    camera = sim_camera(GAME, tabletop, lambda: 0.0, SEED)
    camera.weather = replace(camera.weather, noise=0.0)  # grain would only make the file heavy
    seen = camera.frame()
    return Glance(seen, read_table(seen.pixels, GAME)[1])


def frame(seen: Glance) -> Pixels:
    """What the eyes read, drawn into the picture."""
    return _part(np.asarray(annotate_table(seen.frame.pixels, seen.look), np.uint8), FRAME_PART)


def lamps() -> Pixels:
    """The guardian's way and the timer, as an APA102 chain would shine; building.md shows the other lights."""
    drawing = draw.draw(draw.PICTURES[0]).replace("<svg ", '<svg width="908mm" height="718mm" ', 1)
    return _part(svg.raster(drawing, 1.6)[:, :, :3], LAMPS_PART)


def _part(pixels: Pixels, shares: tuple[float, float, float, float]) -> Pixels:
    """Of a picture, what lies between those shares of its width and height."""
    high, wide = pixels.shape[:2]
    x0, y0, x1, y1 = shares
    return np.ascontiguousarray(pixels[round(y0 * high) : round(y1 * high), round(x0 * wide) : round(x1 * wide)])


def kit_page() -> Pixels:
    """A page of cards and tokens, as it comes out of the printer."""
    page = next(page for page in kit_pages(GAME) if len(page.holds) > 8)
    picture = svg.raster(_document(page), 3.0)
    paper = np.full((*picture.shape[:2], 3), 255, np.uint8)
    share = picture[:, :, 3:] / 255
    return np.asarray(picture[:, :, :3] * share + paper * (1 - share), np.uint8)


def _document(page: Page) -> str:
    art = "".join(f'<g transform="translate({one.x_mm} {one.y_mm})">{one.art}</g>' for one in page.layers)
    return svg.document(art, page.width_mm, page.height_mm)


@contextmanager
def browsing(table: Table, seen: Glance) -> Iterator[Callable[..., Pixels]]:
    """`shot(path, width, height, seat)` is a page of that table in Debian's chromium, taken by whoever sits there."""
    from playwright.sync_api import sync_playwright

    eyes = SimpleNamespace(glance=lambda: seen)
    about = About("Pi Camera 3")
    app = create_app(
        table, address="http://companion.local:8000", clock=lambda: NOW, pin="4711", eyes=eyes, about=about
    )
    server = serve(app, "127.0.0.1", 0)
    try:
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=ARGS)

            def shot(path: str, width: int, height: int, seat: str = "", until: str = "[data-piece]") -> Pixels:
                context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
                page = context.new_page()
                page.goto(f"http://127.0.0.1:{server.port}{path}")
                page.locator(until).first.wait_for()
                if seat:
                    page.get_by_role("button", name="Take a seat").click()
                    page.get_by_label("Your name").fill("Anna")
                    page.locator(f'[data-key="seat-{seat}"]').click()
                    page.locator(f'[data-key="leave-{seat}"]').wait_for(state="attached")
                    page.get_by_role("button", name="Quiet").click()
                    page.locator("#asks button").first.wait_for()
                    page.evaluate("document.querySelector('#play').scrollIntoView()")
                taken = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
                context.close()
                return np.asarray(taken, np.uint8)

            yield shot
            browser.close()
    finally:
        server.close()


def pages(table: Table, seen: Glance) -> dict[str, Pixels]:
    """The phone of whoever must act, the big screen, and how the camera is aimed; nothing where there is no browser."""
    if find_spec("playwright") is None:
        return _without("playwright", "pip install 'companion[dev]'")
    if shutil.which("chromium") is None:
        return _without("chromium", "sudo apt install chromium")
    acting = (table.sitting.view(None).acting or tuple(PLAYERS))[0]
    with browsing(table, seen) as shot:
        return {
            "phone": shot("/", 390, 844, acting),
            "tv": shot("/tv", 1280, 720),
            "aim": shot("/aim", 1000, 640, until="#signs li"),
        }


def _without(what: str, mend: str) -> dict[str, Pixels]:
    print(f"no {what} here ({mend}): the pictures of the pages stay as they are", file=sys.stderr)
    return {}


def pictures() -> dict[str, Pixels]:
    """Every picture by its name."""
    table = played()
    seen = sight(table)
    return {**pages(table, seen), "frame": frame(seen), "lamps": lamps(), "kit": kit_page()}


def packed(pixels: Pixels, wide: int = WIDE) -> bytes:
    """A PNG of few enough colours to be light."""
    high = round(pixels.shape[0] * wide / pixels.shape[1])
    if pixels.shape[1] > wide:
        pixels = np.asarray(cv2.resize(pixels, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
    whole = Image.fromarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB))
    for colours in (256, 128, 64, 32, 16):
        data = BytesIO()
        whole.quantize(colours, dither=Image.Dither.NONE).save(data, "PNG", optimize=True)
        if len(data.getvalue()) <= MOST_BYTES:
            break
    return data.getvalue()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, pixels in pictures().items():
        data = packed(pixels)
        (FOLDER / f"{name}.png").write_bytes(data)
        print(f"{FOLDER / name}.png: {len(data)} bytes", file=sys.stderr)
