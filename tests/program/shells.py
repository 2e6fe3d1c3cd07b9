"""Shells on a pseudo-terminal, to press the Tab key in."""

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import termios
import time

TAB, SHOW = "\t", "\x07"  # Ctrl-G prints the line that is edited
ROWS, COLUMNS = 1000, 200  # all candidates at once, one per line where they have a meaning


class Shell:
    """A shell that runs until the test ends. `setup` are commands for it; they bind SHOW."""

    def __init__(self, command, environment, setup):
        self.screen = ""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        for line in setup:
            self.write(line + "\n")
        self.write("echo rea''dy\n")
        self.read_until(r"\nready\r")

    def write(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, pattern, seconds=30):
        """The match, and all that was printed up to its end."""
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self.screen, re.S)):
            left = max(end - time.monotonic(), 0)
            if not select.select([self.terminal], [], [], left)[0]:
                raise AssertionError(f"no {pattern!r} in {self.screen!r}")
            self.screen += os.read(self.terminal, 65536).decode(errors="replace")
        before, self.screen = self.screen[: found.end()], self.screen[found.end() :]
        return found, before

    def completed(self, line):
        """The line after the Tab key, and what was printed meanwhile: the candidates, where there are several."""
        self.write(line + TAB + SHOW)
        found, before = self.read_until(r"LINE<(.*?)>ENDS")
        self.write("\x15")  # an empty line again
        return found[1], before

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def bash(environment, *setup):
    show = r"""bind -x '"\C-g": printf "LINE<%s>ENDS" "$READLINE_LINE"'"""
    every = ["bind 'set bell-style none'", "bind 'set show-all-if-ambiguous on'", "bind 'set page-completions off'",
             "bind 'set completion-query-items 0'"]
    return Shell(["bash", "--norc", "--noprofile", "-i"], environment, [show, *every, *setup])


def zsh(environment, *setup):
    show = """show() { printf 'LINE<%s>ENDS' "$BUFFER" }; zle -N show; bindkey '^G' show; bindkey '^U' kill-whole-line"""
    every = ["unsetopt zle_bracketed_paste prompt_sp beep menu_complete auto_menu 2>/dev/null; unset zle_bracketed_paste",
             "LISTMAX=10000 PS1='> '", "setopt auto_list no_list_ambiguous"]
    return Shell(["zsh", "-f", "-i"], environment, [show, *every, *setup])


def environment(program, home):
    """One in which the program is found, and nothing of the person who tests."""
    path = f"{os.path.dirname(program)}:{os.environ['PATH']}"
    return {"PATH": path, "HOME": str(home), "TERM": "dumb", "LC_ALL": "C.UTF-8", "PS1": "> "}


def is_installed(name):
    return shutil.which(name) is not None
