"""From ASGI to the Flask application: one whole request in, one whole answer out."""

import io
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from flask import Response

from api.service import Asking

Headers = list[tuple[bytes, bytes]]
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass(slots=True)
class Whole:
    """A whole answer."""

    status: int
    body: bytes
    headers: Headers = field(default_factory=list[tuple[bytes, bytes]])


def environ(scope: dict[str, Any], body: bytes, request_id: str, asking: Asking) -> dict[str, Any]:
    """The request as WSGI has it (PEP 3333)."""
    server = scope.get("server") or ("localhost", 80)
    out: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "meld.id": request_id,
        "meld.asking": asking,
    }
    for name, value in scope["headers"]:
        key = name.decode("latin-1").upper().replace("-", "_")
        if "_" in name.decode("latin-1"):
            continue  # X_Y would be taken for X-Y
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        text = value.decode("latin-1")
        out[key] = f"{out[key]},{text}" if key in out else text
    return out


def run(application: Wsgi, environment: dict[str, Any]) -> Whole:
    """The application's answer."""
    started: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], _exc_info: Any = None) -> None:
        started.append((status, headers))

    answer = application(environment, start_response)
    try:
        body = b"".join(answer)
    finally:
        close = getattr(answer, "close", None)
        if close is not None:
            close()
    status, headers = started[-1]
    return Whole(int(status.split()[0]), body, _encoded(headers))


def whole(response: Response) -> Whole:
    """A response as a whole answer."""
    return Whole(response.status_code, response.get_data(), _encoded(response.headers.items()))


def _encoded(headers: Iterable[tuple[str, str]]) -> Headers:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
