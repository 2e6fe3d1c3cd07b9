"""A headless Chromium, driven by the DevTools protocol through pipes: no other package is needed."""

import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def path():
    """The browser that is installed; None where there is none."""
    return next((found for found in map(shutil.which, NAMES) if found), None)


class Browser:
    """One page at a time. What it says on its console, and what it throws, is in `complaints`; what it asks the network
    for, in `requests`."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # its last processes may still write
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
                 "--disable-background-networking", "--hide-scrollbars", f"--user-data-dir={self.folder.name}"]
        # Chromium reads commands from descriptor 3 and answers on 4. Both ends are moved out of the way first.
        shell = f'exec 8<&{theirs_in} 9>&{theirs_out} 3<&8 4>&9 8<&- 9>&-; exec "$@"'
        self.process = subprocess.Popen(["bash", "-c", shell, "bash", path(), *flags, "about:blank"],
                                        pass_fds=(theirs_in, theirs_out), stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.commands = os.fdopen(ours_out, "wb", buffering=0)
        self.answers = os.fdopen(ours_in, "rb")
        self.count = 0
        self.session = None
        self.complaints = []
        self.requests = []
        self.events = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def close(self):
        self.commands.close()
        self.process.terminate()
        self.process.wait(timeout=30)
        self.answers.close()
        self.folder.cleanup()

    def message(self):
        text = bytearray()
        while (byte := self.answers.read(1)) != b"\0":
            if not byte:
                raise RuntimeError("the browser has ended")
            text += byte
        message = json.loads(text)
        method, params = message.get("method"), message.get("params", {})
        if method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(params["args"]))
        if method == "Runtime.exceptionThrown":
            self.complaints.append(str(params["exceptionDetails"]))
        if method == "Log.entryAdded":
            self.complaints.append(params["entry"]["text"])
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        if method:
            self.events.append(method)
        return message

    def ask(self, method, **params):
        self.count += 1
        command = {"id": self.count, "method": method, "params": params}
        if self.session:
            command["sessionId"] = self.session
        self.commands.write(json.dumps(command).encode() + b"\0")
        while (message := self.message()).get("id") != self.count:
            pass
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']}")
        return message["result"]

    def open(self, file, address=""):
        """A file; `address` is what stands behind its name, from "#" on."""
        if address:  # a page that differs by that alone is not loaded again
            self.load("about:blank")
        self.load(pathlib.Path(file).resolve().as_uri() + address)

    def load(self, url):
        self.events.clear()
        self.ask("Page.navigate", url=url)
        while "Page.loadEventFired" not in self.events:
            self.message()

    def value(self, expression):
        """What JavaScript makes of an expression; promises are waited for."""
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def size(self, width, height, is_dark=False):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.ask("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}])

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                     windowsVirtualKeyCode={"Tab": 9, "ArrowDown": 40, " ": 32}[key], text=" " if key == " " else "")

    def picture(self, whole=True):
        """A PNG of the page."""
        return base64.b64decode(self.ask("Page.captureScreenshot", captureBeyondViewport=whole)["data"])

    def printed(self):
        """A PDF of the page."""
        return base64.b64decode(self.ask("Page.printToPDF", printBackground=True)["data"])


def contrast(one, other):
    """Of two colours as a browser tells them, by WCAG 2."""
    def luminance(colour):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
