"""A finished game as a picture."""

from companion.play.evenings import Played
from web.share import share_svg

TOLD = Played(
    id=7,
    game="temple_dash",
    title="Temple Dash",
    at=1_700_000_000.0,
    lasted_s=1500.0,
    unit="points",
    players=("red", "blue"),
    people=("Anna & <b>", ""),
    totals=(12, -3),
    winners=("red",),
    thought_s=(1.0, 2.0),
    entries=9,
)


def test_the_picture_says_who_won_by_how_much_and_when() -> None:
    drawn = share_svg(TOLD)
    assert "Temple Dash" in drawn
    assert "Anna &amp; &lt;b&gt; won" in drawn
    assert "12 points" in drawn
    assert "November 2023, 25 minutes" in drawn


def test_a_finished_game_is_shared_as_a_picture_and_a_running_one_is_not(annas, phone):
    assert phone.get("/share/1.png").status_code == 404
    annas.run("anna", 6)
    assert phone.get("/share/1.png").data[:4] == b"\x89PNG"
    assert phone.get("/share/1.svg").content_type == "image/svg+xml"
    assert phone.get("/share/1.exe").status_code == 404
