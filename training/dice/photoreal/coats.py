"""What dice are made of: colours, inks, veins."""

from dataclasses import dataclass

from training.dice.photoreal.sizes import Colour, Rng


@dataclass(frozen=True)
class Coat:
    body: Colour
    ink: Colour
    kind: str = "plastic"  # or clear, frosted, marble, wood
    vein: Colour = (255, 255, 255)
    ace: Colour | None = None  # the single pip of eastern dice is large and red


COATS = [
    Coat((238, 238, 233), (18, 18, 20)),
    Coat((232, 217, 178), (28, 22, 20)),
    Coat((24, 24, 26), (236, 236, 232)),
    Coat((186, 22, 28), (240, 238, 232)),
    Coat((24, 62, 160), (240, 240, 238)),
    Coat((18, 112, 58), (240, 240, 235)),
    Coat((240, 200, 30), (22, 20, 20)),
    Coat((92, 36, 132), (238, 236, 236)),
    Coat((150, 14, 24), (214, 168, 60)),
    Coat((22, 20, 22), (196, 24, 28)),
    Coat((20, 104, 50), (236, 208, 40)),
    Coat((232, 112, 24), (24, 20, 20)),
    Coat((96, 58, 34), (232, 216, 180)),
    Coat((236, 140, 176), (245, 245, 242)),
    Coat((70, 170, 200), (18, 20, 30)),
    Coat((240, 240, 238), (30, 60, 160)),
    Coat((240, 238, 232), (20, 20, 22), ace=(200, 24, 30)),
    Coat((224, 40, 48), (245, 245, 240), "clear"),
    Coat((50, 90, 225), (245, 245, 240), "clear"),
    Coat((30, 170, 80), (245, 245, 240), "clear"),
    Coat((240, 160, 40), (20, 20, 20), "frosted"),
    Coat((120, 120, 128), (245, 245, 240), "clear"),
    Coat((150, 60, 200), (240, 240, 240), "frosted"),
    Coat((28, 52, 130), (226, 184, 80), "marble", (150, 180, 225)),
    Coat((20, 80, 54), (232, 200, 90), "marble", (90, 160, 110)),
    Coat((110, 16, 24), (240, 236, 230), "marble", (20, 14, 16)),
    Coat((214, 208, 198), (24, 24, 26), "marble", (150, 146, 144)),
    Coat((196, 150, 96), (40, 24, 16), "wood", (150, 104, 60)),
]


LEAST_APART = 90  # levels of grey between body and ink: less nobody would print,
LEAST_TINTED = 150  # unless one colour of them is as far apart as red pips on black are
IN_VEINS = 0.7  # times as far from its ink a vein may be: pips that are lost in it nobody reads
KINDS = ("plastic", "plastic", "plastic", "plastic", "marble", "wood", "clear", "frosted")


def a_coat(rng: Rng) -> Coat:
    """One of any colours: to learn from, where COATS are to be judged by."""
    while True:
        body, ink, vein = (_colour(rng) for _ in range(3))
        if stands_out(ink, body) and stands_out(ink, vein, IN_VEINS):
            break
    ace = _colour(rng) if rng.random() < 0.1 else None
    return Coat(body, ink, str(rng.choice(KINDS)), vein, ace)


def stands_out(ink: Colour, ground: Colour, times: float = 1.0) -> bool:
    """Whether pips are seen on a ground of that colour."""
    grey = (0.3, 0.59, 0.11)
    levels = [sum(share * c for share, c in zip(grey, colour, strict=True)) for colour in (ground, ink)]
    tinted = max(abs(a - b) for a, b in zip(ground, ink, strict=True))
    return abs(levels[0] - levels[1]) >= times * LEAST_APART or tinted >= times * LEAST_TINTED


def _colour(rng: Rng) -> Colour:
    """Often nearly white or black, as dice are."""
    lo, hi = ((200, 252), (8, 45), (5, 250), (5, 250))[int(rng.integers(4))]
    r, g, b = rng.integers(lo, hi, 3).tolist()
    return r, g, b
