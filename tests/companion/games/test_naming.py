"""People are called by name wherever a sentence names them."""

import json

from companion.games.naming import name_of, named, named_json, plain
from companion.games.protocol import people, person

NAMES = {"red": "Anna", "p1": 'Ben "the Boat" Öz'}


def test_a_sentence_calls_whoever_gave_a_name_by_it_and_others_by_their_seat():
    assert named(f"{person('red')} challenges {person('blue')}", NAMES) == "Anna challenges Blue"


def test_a_sentence_that_nobody_fills_in_reads_well():
    assert plain(f"it goes to {people(['red', 'blue', 'green'])}") == "it goes to Red, Blue and Green"


def test_a_word_like_a_seats_name_is_left_alone():
    assert named(f"{person('red')} takes the red temple", NAMES) == "Anna takes the red temple"


def test_json_is_filled_in_wherever_a_sentence_stands_and_stays_json():
    said = json.dumps({"player": "p1", "texts": [f"{person('p1')} rolls", 7]}, ensure_ascii=False).encode()
    assert json.loads(named_json(said, NAMES)) == {"player": "p1", "texts": ['Ben "the Boat" Öz rolls', 7]}


def test_a_seat_with_quotes_in_its_name_does_not_end_the_string():
    said = json.dumps([person('a"b\\'), "x"], ensure_ascii=False).encode()
    assert json.loads(named_json(said, {'a"b\\': "Cleo"})) == ["Cleo", "x"]


def test_a_lone_mark_never_reaches_into_the_next_string():
    lone = person("red")[0]
    said = json.dumps([f"a{lone}", f"b{lone}"], ensure_ascii=False).encode()
    assert json.loads(named_json(said, NAMES)) == [f"a{lone}", f"b{lone}"]


def test_the_table_itself_has_a_name():
    assert named(f"{person(None)} deals", NAMES) == f"{name_of(None)} deals" == "The table deals"


def test_a_name_keeps_its_capitals():
    assert (name_of("mcGee"), name_of("anna_lena"), name_of("")) == ("McGee", "Anna lena", "The table")
