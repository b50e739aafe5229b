"""What the notebooks ask of myst-nb, where it is not installed: a value with a name.

The pages of the book set such values in their text; here showing them is all there is to do.
"""

from IPython.core.formatters import format_display_data
from IPython.display import display as show

PREFIX = "application/papermill.record/"


def glue(name: str, variable: object, display: bool = True) -> None:
    """Publish a value under a name, visibly unless display is False."""
    data, metadata = format_display_data(variable)
    prefix = "" if display else PREFIX
    metadata["scrapbook"] = {"name": name, "mime_prefix": prefix}
    show({prefix + kind: value for kind, value in data.items()}, raw=True, metadata=metadata)
