"""A model server that says what a test wants it to say: in pieces, slowly, badly, or not at all. On loopback, in a thread."""

import json
import select
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Script:
    """What the server does next, and what it was sent."""

    def __init__(self):
        self.pieces = []  # text; a number is a pause in seconds; None hangs up
        self.status = 200
        self.headers = {}
        self.finish = "stop"
        self.raw = None  # bytes to send in place of everything
        self.bodies = []
        self.address = ""
        self.gone = threading.Event()  # the client hung up

    def says(self, *pieces, finish="stop"):
        self.pieces, self.finish = pieces, finish
        return self

    @property
    def prompt(self):
        """All the words of the last request."""
        return "\n".join(message["content"] for message in self.bodies[-1]["messages"])


def _handler(script):
    return type("Handler", (_Handler,), {"script": script})


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"
    script = Script()

    def log_message(self, *_):
        pass

    def do_POST(self):
        self.script.bodies.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(self.script.status)
        for name, value in self.script.headers.items():
            self.send_header(name, value)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        try:
            self._body()
        except (BrokenPipeError, ConnectionResetError):
            self.script.gone.set()

    def _body(self):
        if self.script.raw is not None:
            self.wfile.write(self.script.raw)
            return
        for piece in self.script.pieces:
            if piece is None:
                return
            if isinstance(piece, int | float):
                self._pause(piece)
            else:
                self._chunk({"content": piece}, None)
        self._chunk({}, self.script.finish)
        self.wfile.write(b"data: [DONE]\n\n")

    def _pause(self, seconds):
        """Wait, unless the client hangs up: it has nothing more to say."""
        if select.select([self.connection], [], [], seconds)[0]:
            raise ConnectionResetError

    def _chunk(self, delta, finish):
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        data = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": [choice]}
        self.wfile.write(f"data: {json.dumps(data)}\n\n".encode())
        self.wfile.flush()


@contextmanager
def served():
    """A running server with an empty script."""
    script = Script()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(script))
    server.daemon_threads = True
    script.address = f"http://127.0.0.1:{server.server_port}/v1"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
