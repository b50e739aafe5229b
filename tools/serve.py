"""Serve the built book on this machine only, compressed like any web host, and print where."""

from __future__ import annotations

import argparse
import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, StaticFileHandler

BUILT = Path(__file__).parents[1] / "_build" / "html"


class Files(StaticFileHandler):
    """Files that change: the browser asks again each time, and dates say whether one is new."""

    def set_extra_headers(self, path):
        self.set_header("Cache-Control", "no-cache")

    def compute_etag(self):
        return None  # Tornado's own is that of the first version it has seen


@contextmanager
def serving(folder: Path = BUILT, port: int = 0) -> Iterator[str]:
    """Serve a folder while the block runs, at the address that it gets."""
    if not folder.is_dir():
        raise SystemExit(f"serve: there is no {folder.name}. Run: make book")
    where = {"path": str(folder), "default_filename": "index.html"}
    quiet = {"compress_response": True, "log_function": lambda handler: None}
    loop = asyncio.new_event_loop()
    server = HTTPServer(Application([("/(.*)", Files, where)], **quiet))
    sockets = bind_sockets(port, "127.0.0.1")
    loop.call_soon(server.add_sockets, sockets)
    threading.Thread(target=loop.run_forever, daemon=True).start()
    yield f"http://127.0.0.1:{sockets[0].getsockname()[1]}/"
    loop.call_soon_threadsafe(loop.stop)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("port", type=int, nargs="?", default=8000, help="8000; 0 for any free one")
    with serving(port=options.parse_args().port) as address:
        print(f"serve: {address}  (stop with Ctrl-C)", flush=True)
        with suppress(KeyboardInterrupt):
            threading.Event().wait()
