"""The documents as a site: built strictly, the same bytes twice, every link and anchor in it leads somewhere, and no page asks for
anything outside.

    site_test.py REPOSITORY Pages      what is in the files
    site_test.py REPOSITORY Chromium   what a browser makes of them

Exit status 77 where MkDocs with its theme, or a browser, is not installed.
"""

import functools
import html.parser
import http.server
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "program"))
import browser

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
PART = sys.argv.pop(1)
SKIPPED = 77
ADVISOR = "gpuadvisor.html"  # the page for browsers: part of the site where it was built
THEME = pathlib.Path("/usr/share/mkdocs/themes/material")


def is_installed():
    return shutil.which("mkdocs") and (THEME.exists() or not pathlib.Path("/usr/bin/dpkg").exists())


def built(folder):
    done = subprocess.run(["mkdocs", "build", "--strict", "--quiet", "--config-file", str(ROOT / "mkdocs.yml"), "--site-dir", str(folder)],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, f"mkdocs: {done.returncode}\n{done.stdout}{done.stderr}"
    return pathlib.Path(folder)


class Page(html.parser.HTMLParser):
    """Anchors, links, what a browser loads by itself, and the text outside of code."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loaded, self.texts = set(), [], [], []
        self.code = 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors |= {given[key] for key in ("id", "name") if given.get(key)}
        self.code += tag in ("pre", "code", "script", "style")
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag == "link" and given.get("rel") != "canonical":
            self.loaded.append(given.get("href"))
        if given.get("src"):
            self.loaded.append(given["src"])

    def handle_endtag(self, tag):
        self.code -= tag in ("pre", "code", "script", "style")

    def handle_data(self, data):
        if not self.code:
            self.texts.append(data)


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = built(pathlib.Path(holder.name) / "site")
        cls.again = built(pathlib.Path(holder.name) / "again")
        cls.pages = {path.relative_to(cls.folder).as_posix(): Page(path.read_text(encoding="utf-8")) for path in cls.folder.rglob("*.html")
                     if path.name != ADVISOR}

    def test_has_each_document(self):
        expected = {path.relative_to(ROOT / "docs").with_suffix(".html").as_posix() for path in (ROOT / "docs").rglob("*.md")}
        expected = {re.sub(r"README\.html$", "index.html", name) for name in expected}
        self.assertEqual(set(self.pages), expected | {"index.html", "404.html"})

    def test_the_first_page_leads_to_the_advisor(self):
        self.assertIn("web.html", self.pages["index.html"].links)
        is_built = (ROOT / "build/web" / ADVISOR).exists()
        self.assertEqual([ADVISOR in self.pages["index.html"].links, (self.folder / ADVISOR).exists()], [is_built, is_built])

    def test_each_page_is_in_the_list_of_pages(self):
        listed = {urllib.parse.urlparse(link).path for link in self.pages["index.html"].links}
        missing = {name for name in self.pages if name != "404.html" and name not in listed and not name.startswith("output/")}
        self.assertEqual(missing, {"index.html"} - listed)

    def test_links_and_anchors_lead_somewhere(self):
        dead, count = [], 0
        for name, page in self.pages.items():
            for link in page.links + page.loaded:
                parts = urllib.parse.urlparse(link)
                if parts.scheme or parts.netloc or name == "404.html":
                    continue
                count += 1
                file = (self.folder / name).parent / urllib.parse.unquote(parts.path) if parts.path else self.folder / name
                file = file.resolve()
                file = file / "index.html" if file.is_dir() else file
                if not file.exists():
                    dead.append(f"{name}: {link}: no such file")
                elif parts.fragment and file.suffix == ".html":
                    anchors = self.pages[file.relative_to(self.folder.resolve()).as_posix()].anchors
                    if urllib.parse.unquote(parts.fragment) not in anchors:
                        dead.append(f"{name}: {link}: no such anchor")
        self.assertEqual(dead, [])
        self.assertGreater(count, 5000)

    def test_nothing_is_loaded_from_outside(self):
        for name, page in self.pages.items():
            self.assertEqual([given for given in page.loaded if re.match(r"(\w+:)?//", given)], [], name)
        for sheet in self.folder.rglob("*.css"):
            asked = re.findall(r"@import[^;]*|url\(['\"]?(?!['\"]?data:)[^)]*\)", sheet.read_text(encoding="utf-8"))
            self.assertEqual([one for one in asked if "//" in one], [], sheet.name)

    def test_no_markdown_is_left(self):
        for name, page in self.pages.items():
            text = "".join(page.texts)
            left = re.findall(r"(?m)^.*```.*$|^.*\]\([\w./#-]+\).*$|^\|.*\|$|^.*\*\*\w.*$|^(?:- |\d\. |#{2,} )\w.*[^¶\n]$", text)
            with self.subTest(name):
                self.assertEqual(left, [])

    def test_same_bytes_twice(self):
        files = {path.relative_to(self.folder) for path in self.folder.rglob("*") if path.is_file()}
        self.assertEqual(files, {path.relative_to(self.again) for path in self.again.rglob("*") if path.is_file()})
        differing = [str(file) for file in sorted(files) if (self.folder / file).read_bytes() != (self.again / file).read_bytes()]
        self.assertEqual(differing, [])


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


# The pages that a search finds, waited for up to ten seconds.
FOUND = """new Promise(async (resolve) => {
  document.querySelector("input[name=query]").focus();
  for (let i = 0; i < 100; ++i) {
    const links = [...document.querySelectorAll(".md-search-result__link")].map((link) => link.getAttribute("href"));
    if (links.length) return resolve(links.map((link) => link.replace(/[?#].*/, "").replace(/.*\\//, "")));
    await new Promise((again) => setTimeout(again, 100));
  }
  resolve([]);
})"""


class Chromium(unittest.TestCase):
    SIZES = {"laptop": (1366, 768), "phone": (390, 844)}
    SEEN = ["index.html", "tutorial.html", "commands/recommend.html", "scoring.html", "data.html", "output/recommend.html"]

    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = built(pathlib.Path(cls.holder.name) / "site")
        cls.browser = browser.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.holder.cleanup()

    def test_pages_stay_within_the_screen_and_ask_for_nothing_outside(self):
        for name in self.SEEN:
            for size, shape in self.SIZES.items():
                for is_dark in (False, True):
                    with self.subTest(name, size=size, is_dark=is_dark):
                        self.browser.requests.clear()
                        self.browser.size(*shape, is_dark)
                        self.browser.open(self.folder / name)
                        self.assertEqual([url for url in self.browser.requests if not url.startswith(("file:", "data:"))], [])
                        self.assertLessEqual(self.browser.value("document.documentElement.scrollWidth"), shape[0])
                        scheme = self.browser.value("document.body.dataset.mdColorScheme")
                        self.assertEqual(scheme, "slate" if is_dark else "default")
                        self.browser.value("localStorage.clear()")  # or the next page would be as this one

    def test_search_finds_words_from_a_web_server(self):
        handler = functools.partial(Quiet, directory=str(self.folder))
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_port}"
            self.browser.requests.clear()
            self.browser.events.clear()
            self.browser.ask("Page.navigate", url=f"{address}/index.html?q=frontier")
            while "Page.loadEventFired" not in self.browser.events:
                self.browser.message()
            found = self.browser.value(FOUND)
            self.assertIn("ranking.html", found)
            self.assertEqual([url for url in self.browser.requests if not url.startswith((address, "data:", "blob:"))], [])
            server.shutdown()


if not is_installed() or (PART == "Chromium" and not browser.path()):
    print("MkDocs with its theme Material, or a browser, is not installed")
    sys.exit(SKIPPED)
unittest.main(argv=[sys.argv[0], PART])
