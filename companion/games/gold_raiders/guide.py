"""The rules in short, in our own words; the options with theirs; and what decides a tie."""

from companion.games.protocol import Guide, Option, Paragraph

GUIDE = Guide(
    paragraphs=(
        Paragraph(
            "aim",
            "The race",
            "Two to six raiders run from the lagoon to the temple. Whoever stands on the temple when a day ends wins."
            " Every round has a night, in which cards are laid, and a day, in which they are turned up.",
            ("game_over", "unknown_action", "bad_player_count", "wrong_phase", "bad_value"),
        ),
        Paragraph(
            "turns",
            "Whose turn",
            "The holder of the idol begins, then clockwise. After each day the idol goes to whoever is farthest along.",
            ("not_your_turn",),
        ),
        Paragraph(
            "night",
            "Night",
            "Everybody has eight cards and plays one a turn: face down as a new stack, face down on top of one of "
            "your own stacks, or openly for its effect. Once a card lies, nobody looks at it again, not even you.",
            ("no_such_stack",),
        ),
        Paragraph(
            "recon",
            "Recon",
            "Discard a recon to look into any one stack, in secret and without changing its order. With no stack on "
            "the table there is nothing to look into.",
            ("no_target",),
        ),
        Paragraph(
            "steal",
            "Steal",
            "Discard a steal to take a whole stack of somebody else, unseen: beside your own stacks or on top of one "
            "of them.",
            ("own_stack",),
        ),
        Paragraph(
            "day",
            "Day",
            "In your turn turn up as many of your stacks as you dare, one after the other; after each your raider "
            "moves at once, never beyond the temple and never behind the lagoon. Then pass: what is still hidden "
            "stays hidden.",
            ("already_revealed", "wrong_card_count", "impossible_cards"),
        ),
        Paragraph(
            "reading",
            "What a stack is worth",
            "Read it from the bottom up. A 1 gives 1, once in a stack. A 2 right on a 1 gives 2, a 3 right on such a "
            "2 gives 3. Three alike in a row (no bandits) give 5 and nothing else. Recons may be read over. With "
            "bandits in it a stack gives nothing, and each of them costs 2. The companion takes the best reading "
            "there is.",
        ),
        Paragraph(
            "ending",
            "The end",
            "More than one at the temple: count the miles on all travel cards each has turned up; most miles win, "
            "then more stacks still hidden, then whoever comes first in turn order.",
        ),
    ),
    options={
        "trail": Option(
            "Length of the trail",
            "Steps from the lagoon to the temple: shorter or longer evenings.",
            "aim",
            ((15, "15, short"), (20, "20, as the board has it"), (25, "25"), (30, "30, long")),
        ),
        "one_run": Option("One run a stack", "Only one row of 1, 2, 3 counts in each stack.", "reading"),
        "no_recon_triplets": Option(
            "No triplets around recons", "A recon that is read over does not bring three alike together.", "reading"
        ),
    },
    ties={
        "travel_total": "Several at the temple: more miles on the cards turned up decided.",
        "unrevealed_stacks": "Several at the temple with as many miles: more hidden stacks decided.",
        "turn_order": "Several at the temple, all else equal: whoever came first in turn order.",
    },
)
