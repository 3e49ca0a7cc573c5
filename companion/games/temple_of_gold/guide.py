"""The rules in short, in our own words; the options with theirs; and what decides a tie."""

from companion.games.protocol import Guide, Option, Paragraph

GUIDE = Guide(
    paragraphs=(
        Paragraph(
            "setting-up",
            "Setting up",
            "Two to four explorers, each with a suit of their own, start in the corner with two food and one jewelry."
            " Four towns and six face-down tiles make the coast: two towns on each side, never next to each other or "
            "to the start. The temple is the far corner; between lie 24 spaces of unknown jungle.",
            (
                "player_count",
                "bad_suit",
                "suit_taken",
                "duplicate_player",
                "unknown_player",
                "bad_option",
                "layout_cells",
                "layout_tiles",
                "towns_per_side",
                "towns_touch",
            ),
        ),
        Paragraph(
            "turn",
            "Your turn",
            "Move, pick up, explore: each at most once, in any order, one finished before the next begins. You need "
            "not do any; whoever does none gets a token towards a wild resource. After digging or taking income the "
            "turn closes.",
            ("game_over", "unknown_action", "not_your_turn", "turn_closing", "malformed", "action_used"),
        ),
        Paragraph(
            "move",
            "Move",
            "Eight spaces fit into the backpack; you walk at most eight steps minus what you carry. Steps go to "
            "spaces side by side that somebody has explored. The temple can be entered once.",
            ("not_adjacent", "unexplored", "temple_once", "no_steps_left"),
        ),
        Paragraph(
            "prices",
            "Adventures and blocked sides",
            "Before the first step onto an adventure you pay: desert 3 food, thick jungle 2 tools, lake 2 wood, "
            "natives 1 jewelry. You then have a camp there and pass free. Crossing a blocked side costs 4 units of "
            "anything, the adventure's price among them. Prices are paid exactly; wild resources stand for any kind.",
            ("wrong_payment", "not_owned", "nothing_to_redo"),
        ),
        Paragraph(
            "pick-up",
            "Pick up",
            "The start corner gives up to two food and one jewelry. Towns give tools or wood to whoever has jewelry; "
            "lake and thick jungle give food and wood to whoever has tools. Natives trade right after you came to "
            "them as an adventure. There are six coins of each kind, and room must be in the backpack.",
            (
                "nothing_here",
                "trade_not_open",
                "requirement_missing",
                "wrong_take",
                "no_room",
                "supply_empty",
                "discard_off",
            ),
        ),
        Paragraph(
            "explore",
            "Explore",
            "Lay the next tile on an unknown space beside your pawn and turn its blocked side where you like. The "
            "temple is opened without a tile.",
            ("already_explored", "no_tile_on_temple", "tile_not_in_pile", "bad_orientation"),
        ),
        Paragraph(
            "treasure",
            "Treasures",
            "Two tiles with numbers point at a spot: one in its row and one in its column, each as many steps away as"
            " its number. Anybody who sees it may say so at any time. A spot has one treasure, a tile points once, "
            "and there are two treasures for each player. Whoever stands there digs it up for two food.",
            (
                "no_treasure_markers",
                "bad_location",
                "location_used",
                "bad_clue",
                "clue_used",
                "clue_mismatch",
                "no_treasure",
            ),
        ),
        Paragraph(
            "amulet",
            "Temple, amulet, income",
            "Whoever comes to the temple takes an amulet; the first, and all who come in the same round, take two "
            "gold besides. From your next turn on the amulet brings one gold a turn while the pile lasts.",
            ("income_is_automatic", "no_income_due"),
        ),
        Paragraph(
            "end",
            "The end",
            "The game ends when the income pile is empty or the last explorer has been to the temple. Trophies, "
            "treasures, amulets and gold markers are gold; most gold wins, then more adventures.",
        ),
    ),
    options={
        "income": Option(
            "Amulet income",
            "Whether the companion books it, or everybody has to remember it.",
            "amulet",
            (("auto", "booked by itself"), ("claim", "has to be asked for")),
        ),
        "allow_discard": Option("Dropping things", "Resources may be dropped to walk farther.", "pick-up"),
    },
    ties={
        "completed adventures": "Equal gold: more adventures decided.",
        "shared victory": "Equal gold and equal adventures: they share the victory.",
    },
)
