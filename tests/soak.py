"""`gpukb` from an empty environment: its help, then a served vault that is asked one question. `python tests/soak.py GPUKB VAULT`."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

PATIENCE_S = 120


def main(gpukb: str, vault: str) -> None:
    """Exit with an error at the first thing that does not work."""
    for arguments in (["--help"], ["serve", "--help"]):
        subprocess.run([gpukb, *arguments], check=True, stdout=subprocess.DEVNULL)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as home:
        server = subprocess.Popen(
            [gpukb, "serve", "--vault", vault, "--index", f"{home}/index", "--port", str(port)], env={**os.environ, "XDG_CACHE_HOME": home}
        )
        try:
            begun = time.monotonic()
            wait_for(f"http://127.0.0.1:{port}/readyz", server)
            print(f"ready in {time.monotonic() - begun:.1f} s")
            query = urllib.parse.urlencode({"q": "NVLink"})
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/search?{query}") as answer:
                hits = json.load(answer)["items"]
            assert hits, "nothing found"
            print(f"search: {len(hits)} hits, first {hits[0]['note']['path']}")
        finally:
            server.terminate()
            server.wait(60)


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    """Return when the address answers 200; stop when the server has ended or the patience has."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if server.poll() is not None:
            sys.exit(f"the server ended with {server.returncode}")
        try:
            with urllib.request.urlopen(address):
                return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
    sys.exit(f"{address} did not answer within {PATIENCE_S} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
