"""A web server on loopback that answers as a test wants it to."""

import http.server
import threading
from contextlib import contextmanager

import walked


@contextmanager
def server(answer):
    """Answer each GET by the function of the handler; yield the address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            try:
                answer(self)
            except OSError:  # the other side has gone
                self.close_connection = True

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as web:
        web.daemon_threads = False  # closing waits for the answers under way
        thread = threading.Thread(target=web.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield f"http://127.0.0.1:{web.server_port}/"
        finally:
            web.shutdown()
            thread.join()


def send(handler, content, *, length=None, kind="application/gzip", status=200, **headers):
    handler.send_response(status)
    handler.send_header("Content-Type", kind)
    handler.send_header("Content-Length", str(len(content) if length is None else length))
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(content)


def good(handler):
    send(handler, walked.zipped()[handler.path.lstrip("/")])
