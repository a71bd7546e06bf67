"""The command `serve`. The service is loaded only by it."""

import click


@click.command()
def serve() -> int:
    """Answer over HTTP, on 127.0.0.1:8000 unless MELD_HOST and MELD_PORT say otherwise.

    All settings are environment variables, listed in README.md. Ends with 0 on SIGTERM and Ctrl-C, once what
    was asked is answered.
    """
    from api.server import serve as serve_until_told
    from api.settings import from_environment

    return serve_until_told(from_environment())
