"""How a sub-command ends that cannot go on."""


class EndedError(Exception):
    """The program ends with this sentence and exit status."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status
