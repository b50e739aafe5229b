"""The buttons that take a chapter elsewhere: its download, and its launch on Binder, Colab, a hub.

A launch needs the repository's address in ``_config.yml``.  Without one there is no such button,
nor one of the theme's own for the repository, so that no link of the site is dead.  What is opened
is the chapter in plain Markdown, from the branch on which the workflow publishes it.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from urllib.parse import urlencode, urlsplit

from docutils import nodes
from sphinx.errors import ConfigError
from sphinx.util.docutils import SphinxDirective

DEFAULTS = {
    "branch": "notebooks",
    "binder": "https://mybinder.org",
    "colab": "https://colab.research.google.com",
    "hub": "",
}
RECORDED = "load_runs("
SOURCE_BUTTONS = ("use_repository_button", "use_edit_page_button", "use_issues_button")


def launches(repository: str, settings: dict[str, str], notebook: str) -> dict[str, str]:
    """Return the address that opens a notebook, for each service that can.

    Parameters
    ----------
    repository : str
        Its address, or "" where it has none.
    settings : dict
        `ptron_launch` of ``_config.yml``: the branch, and where each service is.
    notebook : str
        The file's name.

    Returns
    -------
    dict
        Addresses by the service's name, empty without a repository.

    Raises
    ------
    ConfigError
        The address names no repository.
    """
    if not repository:
        return {}
    place = urlsplit(repository)
    name = place.path.strip("/").removesuffix(".git")
    if place.scheme != "https" or name.count("/") != 1:
        raise ConfigError(
            "repository.url of _config.yml must be like https://github.com/OWNER/NAME, or empty; "
            f"got {repository!r}."
        )
    options = DEFAULTS | settings
    branch, path = options["branch"], f"book/{notebook}"
    on_github = place.netloc == "github.com"
    where = f"gh/{name}" if on_github else f"git/{urlencode({'': repository})[1:]}"
    asked = {
        "repo": repository,
        "branch": branch,
        "urlpath": f"lab/tree/{PurePosixPath(name).name}/{path}",
    }
    found = {
        "Binder": f"{options['binder']}/v2/{where}/{branch}?urlpath=lab/tree/{path}",
        "Colab": f"{options['colab']}/github/{name}/blob/{branch}/{path}" if on_github else "",
        "JupyterHub": f"{options['hub'].rstrip('/')}/hub/user-redirect/git-pull?{urlencode(asked)}",
    }
    wanted = {"Binder": options["binder"], "Colab": options["colab"], "JupyterHub": options["hub"]}
    return {service: url for service, url in found.items() if url and wanted[service]}


def hide_source_buttons(app, config):
    """Show the theme's buttons for the repository only where there is one."""
    options = config.html_theme_options
    options.update(dict.fromkeys(SOURCE_BUTTONS, bool(options.get("repository_url"))))


def add_buttons(app, pagename, templatename, context, doctree):
    """Offer a chapter in plain Markdown for download, and to be launched where that works."""
    source = PurePosixPath(context.get("sourcename") or "")
    if source.suffix != ".ipynb":
        return
    groups = {button.get("label"): button for button in context["header_buttons"]}
    folder = context["pathto"]("notebooks", 1)
    downloads = groups.get("download-buttons", {"buttons": []})["buttons"]
    for button in downloads:
        if button["label"] == "download-source-button":
            button |= {"url": f"{folder}/{source.name}", "tooltip": "Download as a notebook"}
    if RECORDED in Path(app.env.doc2path(pagename)).read_text("utf-8"):
        about = {"text": "results.zip", "tooltip": "Recorded runs that the notebook reads"}
        downloads.append(
            {"type": "link", "url": f"{folder}/results.zip", "icon": "fas fa-file-zipper"} | about
        )
    repository = app.config.html_theme_options.get("repository_url", "")
    buttons = [
        {"type": "link", "text": service, "tooltip": f"Launch on {service}", "url": url,
         "icon": "fas fa-rocket", "label": f"launch-{service.lower()}"}
        for service, url in launches(repository, app.config.ptron_launch, source.name).items()
    ]  # fmt: skip
    if "launch-buttons" in groups:
        groups["launch-buttons"]["buttons"] += buttons
    elif buttons:
        group = {"type": "group", "tooltip": "Run this page", "icon": "fas fa-rocket"}
        context["header_buttons"].insert(0, group | {"label": "launch-buttons", "buttons": buttons})


class Launches(SphinxDirective):
    """``{launches} 01_perceptron``: links that launch it; without a repository, the content."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        config = self.config
        repository = config.html_theme_options.get("repository_url", "")
        found = launches(repository, config.ptron_launch, f"{self.arguments[0]}.ipynb")
        if not found:
            holder = nodes.container()
            self.state.nested_parse(self.content, self.content_offset, holder)
            return holder.children
        line = nodes.paragraph("", "Open the first chapter on ")
        for k, (service, url) in enumerate(found.items()):
            line += [nodes.Text(", ")] * bool(k) + [nodes.reference("", service, refuri=url)]
        line += nodes.Text(".")
        return [line]


def setup(app):
    """Register with Sphinx; the buttons go after the theme has added its own."""
    app.add_config_value("ptron_launch", {}, "html", dict)
    app.add_config_value("ptron_library", "", "html", str)
    app.add_directive("launches", Launches)
    app.connect("config-inited", hide_source_buttons)
    app.connect("html-page-context", add_buttons, priority=900)
    return {"version": "0.1.0", "parallel_read_safe": True, "parallel_write_safe": True}
