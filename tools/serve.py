"""Serve the built book on this machine only, and print where.

``python tools/serve.py [PORT]``: port 8000 by default, any free one if it is taken.
"""

from __future__ import annotations

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

BUILT = Path(__file__).parents[1] / "_build" / "html"


class Handler(SimpleHTTPRequestHandler):
    """Serve files that change: nothing is kept in the browser, nothing is logged."""

    protocol_version = "HTTP/1.1"

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_):
        pass


def open_server(port: int, folder: Path = BUILT) -> ThreadingHTTPServer:
    """Bind to the port, or to any free one when it is taken."""
    handler = partial(Handler, directory=str(folder))
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        print(f"serve: port {port} cannot be used ({error.strerror}), taking a free one")
        return ThreadingHTTPServer(("127.0.0.1", 0), handler)


if __name__ == "__main__":
    if not (BUILT / "index.html").exists():
        sys.exit("serve: there is no built book. Run: make book")
    server = open_server(int(sys.argv[1]) if len(sys.argv) > 1 else 8000)
    print(f"serve: http://127.0.0.1:{server.server_port}/  (stop with Ctrl-C)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        server.server_close()
