"""Serve the built book on this machine only, compressed like any web host, and print where.

``python tools/serve.py [PORT]``: port 8000 by default, 0 for any free one.
"""

from __future__ import annotations

import gzip
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

BUILT = Path(__file__).parents[1] / "_build" / "html"
TEXTS = {".css", ".html", ".js", ".json", ".svg", ".txt"}


@lru_cache(maxsize=500)
def _compressed(path: Path, changed: float) -> bytes:
    return gzip.compress(path.read_bytes())


class Handler(SimpleHTTPRequestHandler):
    """Serve files that change: nothing is kept in the browser, nothing is logged."""

    protocol_version = "HTTP/1.1"  # keep-alive: a page asks for dozens of small files
    disable_nagle_algorithm = True  # which would hold each of them back for a moment

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        if path.suffix not in TEXTS or not path.is_file():
            return super().do_GET()
        body = _compressed(path, path.stat().st_mtime)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_):
        pass


@contextmanager
def serving(folder: Path = BUILT, port: int = 0) -> Iterator[str]:
    """Serve a folder while the block runs, at the address that it gets."""
    if not folder.is_dir():
        raise SystemExit(f"serve: there is no {folder.name}. Run: make book")
    handler = partial(Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


if __name__ == "__main__":
    with serving(port=int(sys.argv[1]) if len(sys.argv) > 1 else 8000) as address:
        print(f"serve: {address}  (stop with Ctrl-C)", flush=True)
        with suppress(KeyboardInterrupt):
            threading.Event().wait()
