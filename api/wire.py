"""How the service and a worker speak on their socket: each message is its length in four bytes and a pickle."""

import pickle
import struct
from typing import Any, BinaryIO

_LENGTH = struct.Struct("!I")


def packed(message: Any) -> bytes:
    """A message as it is sent."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


def receive(stream: BinaryIO) -> Any:
    """The next message.

    Raises:
        EOFError: the other end is closed.
    """
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    return pickle.loads(stream.read(*_LENGTH.unpack(head)))


class Inbox:
    """Puts messages together from the pieces in which they come."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def add(self, piece: bytes) -> list[Any]:
        """The messages that are complete with this piece."""
        self._bytes += piece
        messages: list[Any] = []
        while len(self._bytes) >= _LENGTH.size:
            end = _LENGTH.size + _LENGTH.unpack_from(self._bytes)[0]
            if len(self._bytes) < end:
                break
            messages.append(pickle.loads(self._bytes[_LENGTH.size : end]))
            del self._bytes[:end]
        return messages
