"""What the eyes look for and report."""

from vision.sighting import Sighting, Targets

TRAY = (10.0, 10.0, 90.0, 90.0)


def targets(**more: object) -> Targets:
    return Targets(500, 300, {}, 30.0, {}, **more)  # type: ignore[arg-type]


def test_a_table_without_a_tray_has_none() -> None:
    assert targets().every_tray() == ()


def test_a_tray_without_a_name_is_called_tray() -> None:
    assert targets(tray=TRAY).every_tray() == (("tray", *TRAY),)


def test_a_tray_that_is_named_is_not_looked_at_twice() -> None:
    assert targets(tray=TRAY, trays=(("dice", *TRAY),)).every_tray() == (("dice", *TRAY),)


def test_further_trays_are_looked_at_too() -> None:
    names = [name for name, *_ in targets(tray=TRAY, trays=(("dig", 100, 10, 140, 50),)).every_tray()]
    assert names == ["tray", "dig"]


def test_sightings_are_values() -> None:
    assert Sighting("pawn", 1, 2, 0, 0.9) == Sighting("pawn", 1, 2, 0, 0.9)
