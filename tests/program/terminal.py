"""What the program shows on a terminal."""

import os
import pty
import subprocess

WIDTH, HEIGHT = 80, 24


def on_a_terminal(program, *arguments):
    """The lines of standard output on one of 80 by 24."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(WIDTH), "LINES": str(HEIGHT), "TERM": "xterm", "NO_COLOR": "1", "PAGER": ""}
    process = subprocess.Popen([program, *arguments], stdout=theirs, stderr=subprocess.DEVNULL, env=environment)
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    process.wait()
    os.close(ours)
    return shown.decode("utf-8").replace("\r\n", "\n").splitlines()
