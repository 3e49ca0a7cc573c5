"""The rules in short, in our own words; the options with theirs; and what decides a tie."""

from companion.games.protocol import Guide, Option, Paragraph

GUIDE = Guide(
    paragraphs=(
        Paragraph(
            "setting-up",
            "Setting up",
            "Three to six raiders, each with a figure, five cards and one item drawn face up. Twelve obstacles go "
            "where the map says, books on the six corners and the middle, and one coloured treasure on every other "
            "space. The guardian waits in the middle; a die says where he looks.",
            ("bad_player_count", "bad_map", "bad_token_layout", "item_taken", "already_has_item"),
        ),
        Paragraph(
            "entering",
            "Coming in",
            "Figures come onto the board at the rim, one to a space, the start player last. Nobody takes a treasure "
            "for coming in. Whoever the guardian caught comes back the same way at the end of the round.",
            ("not_on_rim", "space_occupied"),
        ),
        Paragraph(
            "round",
            "A round",
            "Everybody lays one card face down. From the start player on, each turns theirs up and walks; when all "
            "have walked, the guardian does. With 3, 4, 5 and 6 players there are 15, 11, 9 and 7 rounds. The start "
            "marker then goes one seat on, clockwise.",
            ("game_over", "unknown_action", "wrong_phase", "not_your_turn", "bad_value", "bad_space"),
        ),
        Paragraph(
            "cards",
            "The five cards",
            "A card is how many spaces you walk. Card 1 lets you turn the guardian, card 2 lets you flip which way he"
            " turns, card 4 and 5 make him walk one and two spaces farther. A played card stays out until all five "
            "are used; then they come back together. Until the last card lies, you may exchange yours.",
            ("already_placed", "not_placed", "card_not_in_hand", "wrong_effect"),
        ),
        Paragraph(
            "walking",
            "Walking",
            "Walk exactly the number of your card, from space to touching space. You may go in circles, but never "
            "straight back to the space you have just left. Walk into no corner that leaves steps unwalked; only if "
            "no way is long enough do you walk as far as you can.",
            (
                "not_adjacent",
                "backtrack",
                "dead_end",
                "too_many_steps",
                "too_few_steps",
                "must_move_exact",
                "already_moving",
            ),
        ),
        Paragraph(
            "obstacles",
            "What stands in the way",
            "Nobody walks onto a pillar or into the guardian, and only the diving helmet goes into a fountain.",
            ("blocked_guardian", "blocked_pillar", "blocked_fountain"),
        ),
        Paragraph(
            "pushing",
            "Pushing",
            "A space holds one figure. Whoever walks in pushes the other to a touching space of their choice: not to "
            "where the pusher came from, not off the board, not onto an obstacle. A pushed figure that meets another "
            "pushes it on, and whoever was pushed decides where to. Without room for the other you cannot walk in.",
            ("no_push_room", "push_back", "push_locked", "push_missing", "push_unused"),
        ),
        Paragraph(
            "treasures",
            "Taking a treasure",
            "Only the space where your own walk ends pays: take what lies there. Being pushed onto a treasure gives "
            "nothing.",
            ("no_token", "out_of_range", "must_take"),
        ),
        Paragraph(
            "items",
            "Items",
            "Everybody's item stays with them all game. Teleport door: card 5 sets you down anywhere free instead of "
            "walking. Magic hands: take a treasure as near as your card says, without walking. Big magnets: with card"
            " 1, 2 or 3 take a neighbouring treasure instead. Decoy doll: after card 4 it goes onto a space you "
            "walked over, and the guardian takes it for a raider. Diving helmet: fountains are open, and joined to "
            "each other. Spring boots: walk over pillars, which count no step. Rocket shoes: one space more if you "
            "like. Power gloves: push two spaces far. Snaking box: unseen from four spaces on. Lucky charm: no curse "
            "when the die shows a six.",
            ("item_not_owned", "item_wrong_card", "not_on_path"),
        ),
        Paragraph(
            "guardian",
            "The guardian",
            "The die and the cards say how far he walks. Before each step he looks along his three arrows, turns to "
            "the nearest figure he sees, and goes; with two equally near he goes straight on. Before a pillar or the "
            "edge he turns one notch the way the rotation marker shows. Whoever he walks into is cursed and out until"
            " the round ends.",
        ),
        Paragraph(
            "scoring",
            "Counting",
            "Many treasures of one colour count, many colours count, and books count more the more colours you have. "
            "Curses cost points. Most points win; among equals, fewer curses.",
        ),
    ),
    options={
        "map": Option(
            "Map",
            "Where pillars and fountains stand.",
            "setting-up",
            (
                ("sun_ring", "Sun Ring (first game)"),
                ("three_courts", "Three Courts"),
                ("gatehouse", "Gatehouse"),
            ),
        ),
        "los": Option(
            "The guardian's eyes",
            "Which way his two blue arrows point beside the red one.",
            "guardian",
            (
                (1, "Half left and half right (first game)"),
                (2, "Back left and back right"),
                (3, "Half left and back right"),
            ),
        ),
        "seven_of_a_colour": Option(
            "All seven of a colour", "What the full set counts.", "scoring", ((16, "16 points"), (22, "22 points"))
        ),
        "last_look": Option("A last look", "The guardian looks, and turns, once more after his last step.", "guardian"),
        "last_reentry": Option(
            "Back in the last round", "Whoever is caught in the last round still comes in.", "entering"
        ),
        "water_entry": Option("In through the water", "The diving helmet may come in on a fountain.", "entering"),
    },
    ties={"curses": "Equal points: fewer curses decided."},
)
