"""What the notebooks ask of myst-nb, with which the pages set values in their text."""


def glue(name: str, variable: object, display: bool = True) -> None:
    """Do nothing: here there is no text to set a value in."""
