"""Everything the companion refuses, in words for the people at the table."""


class CompanionError(Exception):
    """The root of all our errors: its text is one line that says what is wrong and what would do."""


class BadInput(CompanionError, ValueError):
    """Something a person handed in (a file, an option, a setting) that cannot be used as it is."""


class IllegalAction(CompanionError, ValueError):
    """A move the rulebook does not allow: `code` stays in the record, the sentence goes to the phone.

    >>> refusal = IllegalAction("blocked_pillar", "A pillar stands there.")
    >>> refusal.code, str(refusal)
    ('blocked_pillar', 'A pillar stands there.')
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class StaleAction(CompanionError):
    """A phone acted on an older entry than the newest: it is refused and refreshed."""


class CannotKeep(BadInput):
    """The folder for games cannot be written."""


class JournalError(CompanionError):
    """A journal that cannot be read or continued, with what would do."""
