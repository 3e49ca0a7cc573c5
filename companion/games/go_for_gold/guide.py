"""The rules in short, in our own words; the options with theirs; and what decides a tie."""

from companion.games.protocol import Guide, Option, Paragraph

GUIDE = Guide(
    paragraphs=(
        Paragraph(
            "start",
            "Before the hunt",
            "Two to four hunters, each with a sheet of the same island. The first chooses a port to start from; the "
            "others get the next ports clockwise. Everybody begins with two shovels and one foot.",
            ("player_count", "duplicate_player", "unknown_player", "not_a_port"),
        ),
        Paragraph(
            "round",
            "A round",
            "The active hunter rolls; everybody draws with that number at the same time, in secret. Then treasures, "
            "temples and ports at the ends of the lines are settled one hunter after the other, and the die goes on "
            "clockwise.",
            ("game_over", "unknown_action", "wrong_phase", "not_your_turn", "bad_value"),
        ),
        Paragraph(
            "line",
            "Drawing a line",
            "Draw exactly as many spaces as the die shows, over land, from space to touching space. No space is "
            "entered twice in the whole game. Shovels and feet you pass are yours.",
            ("wrong_length", "not_land", "not_adjacent", "already_entered"),
        ),
        Paragraph(
            "feet",
            "Feet",
            "Cross out one foot before you draw, and go one to six spaces as you like instead of the roll: one foot a"
            " round, and only one you had before this line.",
            ("no_foot",),
        ),
        Paragraph(
            "out",
            "No way on",
            "Whoever has no way for the roll uses a foot or is out. Points stay. With a way open you have to take it.",
            ("must_move", "out_of_game"),
        ),
        Paragraph(
            "treasure",
            "Treasures",
            "A line that ends on a treasure lets you dig: roll its number or more and write its value. Shovels make "
            "up for missing pips, one for one. Everybody can dig up the same treasure on their own sheet.",
            ("no_treasure_here",),
        ),
        Paragraph(
            "temple",
            "Temples",
            "A line that ends on a temple lets you raid it: roll no more than your shovels, write 9 and lose all of "
            "them. Fail, and write minus one. Each temple is raided by one hunter only.",
            ("no_temple_here",),
        ),
        Paragraph(
            "ports",
            "Ports",
            "Once in the game a line may end in a port, sooner than the die says if you like. Your ship then sails to"
            " a port you have not been to, and your next line starts there.",
            ("port_already_used", "port_ends_move", "must_choose_port", "not_on_port", "port_visited"),
        ),
        Paragraph(
            "end",
            "The end",
            "The game ends with the round in which somebody writes into the sixth box, or when nobody can score any "
            "more. Most points win; among equals, more shovels gathered in the whole game.",
        ),
    ),
    options={
        "side": Option(
            "Island",
            "Which side of the sheets.",
            "start",
            (("A", "A, Lantern Island (easier)"), ("B", "B, Midnight Island")),
        ),
    },
    ties={"shovels_gathered": "Equal points: more shovels gathered decided."},
)
