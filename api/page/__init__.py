"""The page at `/`: static files, read once, each with its type, its tag and what browsers may do with it.

The page asks the service like everybody else; nothing of the game is known here but the shapes on the tiles.
"""

import hashlib
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from flask import Flask, Response, request

from solver.drawing.faces import CAP, shapes

_FOLDER = Path(__file__).parent / "static"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # Asked for anew each time, and answered with 304 as long as it is the same.
    "Cache-Control": "no-cache",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page."""

    body: bytes
    kind: str

    @property
    def tag(self) -> str:
        """The entity tag of the content."""
        return hashlib.sha256(self.body).hexdigest()[:32]


def files() -> dict[str, File]:
    """Every file by its address."""
    found = {
        f"/page/{path.relative_to(_FOLDER).as_posix()}": File(path.read_bytes(), _TYPES[path.suffix])
        for path in sorted(_FOLDER.rglob("*.*"))
    }
    page = found.pop("/page/index.html")
    symbols = f'{shapes()}<path id="scap" d="{CAP}"/>'.encode()
    return {"/": File(page.body.replace(b"<!-- shapes -->", symbols), page.kind), **found}


FILES = files()


def add_page(app: Flask) -> None:
    """Add the addresses of the page to the application."""
    for address, file in FILES.items():
        app.add_url_rule(address, address, partial(_file, file), methods=["GET"])


def _file(file: File) -> Response:
    response = Response(file.body, content_type=file.kind, headers=HEADERS)
    response.set_etag(file.tag)
    response.make_conditional(request)
    return response
