"""The rules in short, in our own words; the options with theirs; and what decides a tie."""

from companion.games.protocol import Guide, Option, Paragraph

GUIDE = Guide(
    paragraphs=(
        Paragraph(
            "aim",
            "The rush",
            "Two to six miners grow a mine, fetch gold out of it and hurry back to the ladder. The first on the "
            "ladder with enough nuggets wins: 10 with two players, 7 with three or four, 5 with more.",
            (
                "game_over",
                "unknown_action",
                "unknown_player",
                "bad_players",
                "bad_options",
                "option_off",
                "bad_action",
                "not_your_turn",
                "wrong_step",
            ),
        ),
        Paragraph(
            "start",
            "Who begins",
            "Everybody rolls both dice; the highest sum begins, those level on top roll again. Turns go clockwise.",
            ("already_rolled", "bad_dice"),
        ),
        Paragraph(
            "placing",
            "Laying a tile",
            "First twenty tiles are laid, one a turn, then miners come in at the ladder. A tile touches another with "
            "a full side, tunnel against tunnel and wall against wall; caverns fit everywhere. The entrance must keep"
            " a way on. A tile that fits has to be laid; only one that fits nowhere goes back into the stack.",
            (
                "no_tiles_left",
                "no_playable_tile",
                "unknown_tile",
                "not_the_drawn_tile",
                "bad_rotation",
                "cell_taken",
                "outside_field",
                "not_adjacent",
                "tunnel_mismatch",
                "entrance_blocked",
                "entrance_loop",
                "not_joined",
                "tile_is_playable",
                "bad_position",
            ),
        ),
        Paragraph(
            "moving",
            "Moving",
            "One way each turn: dig a new tile and step one, or roll a die and walk up to that far, or try a secret "
            "passage, or stay. Walk along joined tunnels only.",
            ("no_such_place", "not_reachable", "same_place"),
        ),
        Paragraph(
            "passages",
            "Secret passages",
            "On a passage roll both dice: doubles or a sum of seven take you to any other passage. Otherwise it is "
            "flooded, and you walk up to the lower die.",
            ("no_passage_here", "passage_flooded", "passage_only", "not_a_passage"),
        ),
        Paragraph(
            "gold",
            "Collecting gold",
            "In a chamber with a nugget take it, one a turn. After a won challenge a head start may bring a second. "
            "Whoever is moved by others takes nothing there.",
            ("not_on_chamber", "no_nugget_here", "moved_since", "already_collected"),
        ),
        Paragraph(
            "challenges",
            "Challenges",
            "Once a turn, spend a token to challenge a miner in the same tunnel: both roll until one has won two "
            "rolls. Three tokens of each kind have to last all game. Nobody challenges himself or his partner.",
            ("bad_challenge", "self_challenge", "own_team", "challenge_used", "no_token", "not_same_path"),
        ),
        Paragraph(
            "gold-challenge",
            "Challenges for gold",
            "You need a nugget yourself to risk. Whoever wins puts a nugget of the loser into an empty chamber where "
            "neither fighter stands; a challenger who wins gets a head start of one die.",
            ("no_nugget_to_stake", "not_a_chamber", "chamber_full", "chamber_occupied"),
        ),
        Paragraph(
            "bats",
            "Challenges with bats",
            "Whoever wins rolls one die and drives the loser's miner up to that far through the tunnels.",
        ),
        Paragraph(
            "mud",
            "Mud",
            "With the mud rule a puddle ends every walk that meets it, and the miner is stuck until his next turn.",
        ),
        Paragraph(
            "own-tiles",
            "Five tiles of your own",
            "With this rule everybody has five open tiles to lay instead of one from the stack.",
            ("not_your_tile",),
        ),
        Paragraph(
            "alliances",
            "Alliances",
            "Partners sit opposite each other and win together. Nuggets change hands between the two in a turn of "
            "either: at least one, and no more than there are.",
            ("not_partners", "not_enough_nuggets"),
        ),
    ),
    options={
        "mud": Option("Mud puddles", "Mud ends a walk and holds the miner.", "mud"),
        "five_tile": Option("Five tiles each", "Own tiles to choose from; two to four players, with mud.", "own-tiles"),
        "alliances": Option("Alliances", "Partners opposite each other; four or six players.", "alliances"),
        "must_join": Option("Every tile joins a tunnel", "Walls alone are not enough to lay a tile.", "placing"),
        "next_opens": Option("Next one opens", "After the twentieth tile the next in turn begins.", "start"),
        "one_way_open": Option("One way is enough", "The entrance needs only one tunnel that leads on.", "placing"),
        "passage_or_stay": Option("Passage or stay", "Whoever opens a passage may not walk instead.", "passages"),
        "own_tiles_early": Option(
            "Own tiles from the start", "The five own tiles also count among the first twenty.", "own-tiles"
        ),
    },
    ties={
        "more nuggets": "The game was stopped: more nuggets decided.",
        "the shorter way to the ladder": "The game was stopped, nuggets equal: the shorter way to the ladder decided.",
    },
)
