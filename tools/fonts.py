"""List the fonts that Matplotlib brings, and no others, in the folder that MPLCONFIGDIR names.

A list in the home folder may be another version's, or name fonts that other machines lack; then
the first formula of a notebook prints a warning. Whatever is said here is seen at set-up.
"""

from pathlib import Path

from matplotlib import font_manager, get_cachedir, get_data_path, mathtext

fonts = font_manager.fontManager
fonts.ttflist = [f for f in fonts.ttflist if Path(f.fname).is_relative_to(get_data_path())]
font_manager.json_dump(fonts, Path(get_cachedir()) / f"fontlist-v{fonts.__version__}.json")
mathtext.MathTextParser("agg").parse(r"$\mathbf{w}_t \geq \varepsilon\,\|x\|$")
