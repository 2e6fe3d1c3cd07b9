"""`report`: a page that needs nothing else, whose charts and tables say what the commands say.

    report_test.py PROGRAM ROOT Page       what is in the file
    report_test.py PROGRAM ROOT Chromium   what a browser makes of it; skipped where there is none
"""

import decimal
import hashlib
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import browser

PROGRAM, ROOT = str(pathlib.Path(sys.argv.pop(1)).resolve()), pathlib.Path(sys.argv.pop(1))
PART = sys.argv.pop(1)
SKIPPED = 77

REQUESTS = {
    "a workload and a budget": ["-w", "transformer", "-b", "2000"],
    "a model": ["--model", "llama-3-8b", "-b", "1500"],
    "rented GPUs too": ["-w", "llm-inference", "-b", "800", "--include-rent"],
    "several GPUs, and how they are owned": ["cnn", "3000", "--count", "1-4", "--years", "2", "--kwh", "0.4", "--no-resale"],
    "everything, by specs": ["--evidence", "specs", "--form", "any", "--support", "any", "--min-memory", "0"],
    "no row": ["--model", "llama-3-70b", "-b", "100"],
    "nothing at all": ["--min-memory", "2000"],
}


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False, encoding="utf-8")


def page(*request):
    return run("report", *request).stdout


def data_in(text):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])


def named_sources(value):
    """All ids under `source` and `sources`, but for those of the list of sources itself."""
    if isinstance(value, list):
        return set().union(*map(named_sources, value))
    if not isinstance(value, dict):
        return set()
    found = set().union(*(named_sources(below) for key, below in value.items() if key != "assumptions"))
    ids = value.get("sources")
    if isinstance(ids, list):  # a number counts them
        found |= {one for one in ids if isinstance(one, str)}
    return found | ({value["source"]} if isinstance(value.get("source"), str) else set())


class Elements(html.parser.HTMLParser):
    """The elements of a page: their names and attributes."""

    def __init__(self, text):
        super().__init__()
        self.all = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.all.append((tag, dict(attrs)))


class Page(unittest.TestCase):
    def test_the_data_in_the_page_are_those_of_json(self):
        for name, request in REQUESTS.items():
            with self.subTest(name):
                self.assertEqual(data_in(page(*request)), json.loads(run("report", *request, "--format", "json").stdout))

    def test_the_answer_opens_with_a_card_and_has_words_of_a_page(self):
        for name, request in REQUESTS.items():
            with self.subTest(name):
                text = page(*request)
                answer = re.search(r'<section id="answer".*?</section>', text, re.S)[0]
                title = re.search("<title>(.*?)</title>", text)[1]
                self.assertIn(f"<h1>{title}</h1>", answer)
                self.assertNotIn("--", answer)
                self.assertRegex(answer, r'<p class="asked">Which GPU for .*\? Prices to 2026-\d\d-\d\d\.</p>')
                self.assertEqual('<dl class="pick">' in answer, data_in(text)["pick"] is not None)
        card = re.search(r"<dl.*?</dl>", page("--model", "llama-3-8b", "-b", "1500"), re.S)[0]
        self.assertEqual(re.findall("<dt>(.*?)</dt>", card), ["★ Best buy", "Price", "Runs", "Why", "Runner-up"])
        self.assertRegex(card, r"<dt>Price</dt><dd><strong>~?\$[\d,]+</strong> <span>(used|new); .*seen 20\d\d-\d\d")
        self.assertRegex(card, r"Llama 3 8B in Q4_K_M fits, [\d.]+ of [\d.]+ usable GB")
        self.assertIn("runs Gemma 4 ", page("-w", "cnn", "-b", "800"))

    def test_same_request_same_bytes(self):
        for request in REQUESTS.values():
            self.assertEqual(page(*request), page(*request))

    def test_nothing_is_fetched(self):
        elements = Elements(page("-w", "cnn", "-b", "500")).all
        policy = next(attrs["content"] for tag, attrs in elements if attrs.get("http-equiv") == "Content-Security-Policy")
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("http", policy)
        for tag, attrs in elements:
            self.assertNotIn("src", attrs, tag)
            self.assertTrue(attrs.get("href", "#").startswith("#"), attrs)
            self.assertNotIn(tag, ("link", "img", "iframe", "object", "embed"))

    def test_texts_of_a_catalog_cannot_leave_their_element(self):
        evil = "</script><!--<script>alert(1)"
        catalog = {"sources": [{"id": "evil", "title": evil, "publisher": evil, "grade": "shop"}],
                   "prices": [{"gpu": "nvidia-geforce-rtx-3090", "date": "2026-10-10", "condition": "used", "price_usd": 900,
                               "region": "US", "kind": "shop", "source": "evil", "note": evil}]}
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            json.dump(catalog, file)
            file.flush()
            text = page("--only", "3090", "--catalog", file.name)
        self.assertNotIn(evil, text)
        self.assertIn(evil, [source["title"] for source in data_in(text)["sources"]])
        self.assertEqual(text.count("</script>"), 4)

    def test_rows_are_those_of_recommend(self):
        for name, request in REQUESTS.items():
            if "--years" in request:  # `recommend` would rank by it
                request = request[:request.index("--years")]
            with self.subTest(name):
                answer = json.loads(run("recommend", *request, "-n", "0", "--format", "json").stdout)
                offers = data_in(page(*request))["offers"]
                ours = [row for row in offers if row["rank"] is not None]
                self.assertEqual([(row["id"], row["count"], row["condition"]) for row in ours],
                                 [(row["id"], row["count"], row["condition"]) for row in answer["results"]])
                for row, result in zip(ours, answer["results"]):
                    if result["price"]:
                        self.assertEqual(row["price_usd"], result["price"]["usd"])
                    if result["fit"]:
                        self.assertAlmostEqual(row["need_gb"] / result["fit"]["need_gb"], 1, 3)
                        self.assertEqual(row["fit"], result["fit"]["verdict"])
                budget = answer["query"]["budget_usd"]
                for row in offers:
                    if row["rank"] is None:
                        self.assertGreater(row["price_usd"], budget)

    def test_the_frontier_has_what_no_other_beats(self):
        for name, request in REQUESTS.items():
            with self.subTest(name):
                offers = [row for row in data_in(page(*request))["offers"]
                          if row["current"] and row["price_usd"] is not None and row["speed"] is not None]
                for row in offers:
                    beats = any((other["price_usd"], -other["speed"]) != (row["price_usd"], -row["speed"]) and
                                other["price_usd"] <= row["price_usd"] and other["speed"] > row["speed"] for other in offers)
                    if beats:
                        self.assertFalse(row["on_frontier"], row)
                speeds = [row["speed"] for row in sorted(offers, key=lambda row: row["price_usd"]) if row["on_frontier"]]
                self.assertEqual(speeds, sorted(speeds))

    def test_curves_end_at_what_cost_says(self):
        request = ["-w", "transformer", "-b", "2000"]
        curves = data_in(page(*request, "--years", "3", "--kwh", "0.3"))["owning"]
        self.assertGreater(len(curves), 3)
        for curve in curves:
            cost = json.loads(run("cost", curve["name"], "--condition", curve["condition"], "--against", "rent", "--years", "3",
                                  "--kwh", "0.3", "--format", "json").stdout)
            last = curve["steps"][-1]
            self.assertEqual(last["years"], 3)
            self.assertAlmostEqual(last["owned_usd"], cost["results"][0]["total_usd"], 1)
            if cost["own_or_rent"]:
                self.assertAlmostEqual(last["rented_usd"], cost["own_or_rent"]["rented_usd"], 1)
                self.assertLessEqual(last["rented_cheapest_usd"], last["rented_usd"])
                self.assertLessEqual(last["rented_usd"], last["rented_dearest_usd"])
                self.assertEqual(curve["break_even_days"], cost["own_or_rent"]["break_even_days"])

    def test_every_source_is_listed(self):
        for name, request in REQUESTS.items():
            with self.subTest(name):
                data = data_in(page(*request))
                self.assertLessEqual(named_sources(data), {source["id"] for source in data["sources"]})

    def test_status_and_the_names_of_files(self):
        self.assertEqual(run("report", *REQUESTS["no row"]).returncode, 1)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("report.html", "report.json"):
                file = pathlib.Path(folder) / name
                done = run("report", "-w", "cnn", "-b", "500", "-o", str(file))
                self.assertEqual((done.returncode, done.stdout), (0, ""))
                self.assertEqual(file.read_text(encoding="utf-8").startswith("<!doctype html>"), name.endswith("html"))
        self.assertEqual(run("report", "--format", "csv").returncode, 2)

    def test_libraries_are_as_published_and_with_their_licences(self):
        folder = ROOT / "third_party" / "plot"
        described = dict(re.findall(r"^\| `(.+?)` \|.*`([0-9a-f]{64})` \|$", (folder / "README.md").read_text(encoding="utf-8"), re.M))
        text = page("-w", "cnn", "-b", "500")
        self.assertEqual(set(described), {path.name for path in folder.glob("*.js")})
        for name, digest in described.items():
            content = (folder / name).read_bytes()
            self.assertEqual(hashlib.sha256(content).hexdigest(), digest)
            self.assertIn(content.decode("utf-8"), text)
        for licence in folder.glob("LICENSE.*"):
            self.assertIn(licence.read_text(encoding="utf-8"), text)


def is_rounded(shown, exact, interval=(None, None)):
    """Whether a cell shows a figure with the digits that its interval bears."""
    if exact is None or shown is None:
        return exact is shown
    half = (interval[1] - interval[0]) / 2 if None not in interval else abs(exact) / 20
    return abs(shown - exact) <= half / 4 + 1e-9


def number(text):
    """What a cell says; nothing of a dash, a text or a date."""
    found = re.fullmatch(r"(-?)\$?([\d,]+(?:\.\d+)?(?:e-?\d+)?)", text)
    return float(found[1] + found[2].replace(",", "")) if found else None


def dollars(amount):
    """As a page writes them: whole ones from 100 on; "-" where none are known."""
    if amount is None:
        return "-"
    size = abs(amount)
    exact = decimal.Decimal(size)
    text = f"{exact.quantize(decimal.Decimal(1), decimal.ROUND_HALF_UP):,}" if size >= 100 or size == int(size) else f"{size:,.2f}"
    return ("-" if amount < 0 else "") + "$" + text


ROWS = "[...document.querySelectorAll('#{} table tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"
SIZES = {"phone": (390, 844), "laptop": (1280, 800)}


class Chromium(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = browser.Browser()
        cls.folder = tempfile.TemporaryDirectory()
        cls.files = {}
        cls.data = {}
        for name, request in REQUESTS.items():
            cls.files[name] = pathlib.Path(cls.folder.name) / f"{len(cls.files)}.html"
            run("report", *request, "-o", str(cls.files[name]))
            cls.data[name] = data_in(cls.files[name].read_text(encoding="utf-8"))

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def opened(self, name, size="laptop", is_dark=False):
        self.browser.complaints.clear()
        self.browser.requests.clear()
        self.browser.size(*SIZES[size], is_dark)
        self.browser.open(self.files[name])
        return self.browser.value

    def rows(self, section):
        return self.browser.value(ROWS.format(section))

    def test_charts_are_drawn_without_a_complaint_or_the_network(self):
        for name in REQUESTS:
            data = self.data[name]
            expected = 3 * bool(data["offers"]) + bool(data["histories"]) + bool(data["owning"])
            for size, (width, _) in SIZES.items():
                for is_dark in (False, True):
                    with self.subTest(name, size=size, is_dark=is_dark):
                        value = self.opened(name, size, is_dark)
                        charts = value("[...document.querySelectorAll('.chart > svg')].filter((svg) => svg.checkVisibility())"
                                       ".map((svg) => [svg.getAttribute('role'), svg.getAttribute('aria-label'), "
                                       "svg.querySelectorAll('circle, path, rect, line').length])")
                        self.assertEqual(len(charts), expected)
                        for role, label, marks in charts:
                            self.assertEqual(role, "img")
                            self.assertGreater(len(label), 20)
                            self.assertGreater(marks, 3)
                        self.assertLessEqual(value("document.documentElement.scrollWidth"), width)
                        self.assertEqual(self.browser.complaints, [])
                        self.assertEqual(self.browser.requests, [self.files[name].as_uri()])

    def test_figures_of_tables_are_those_of_the_data(self):
        columns = {
            "speed": {2: "rank", 4: "memory_gb", 5: "price_usd", 9: "speed", 10: "speed_low", 11: "speed_high"},
            "value": {2: "value", 3: "value_low", 4: "value_high"},
        }
        for name in REQUESTS:
            with self.subTest(name):
                self.opened(name)
                data = self.data[name]
                for section, places in columns.items():
                    wanted = data["offers"]
                    if section == "value":
                        wanted = sorted((row for row in wanted if row["value"] is not None), key=lambda row: -row["value"])
                    rows = self.rows(section)
                    self.assertEqual(len(rows), len(wanted))
                    for row, offer in zip(rows, wanted):
                        for place, key in places.items():
                            kind = key.removesuffix("_low").removesuffix("_high")
                            interval = [offer.get(f"{kind}_{end}") for end in ("low", "high")]
                            self.assertTrue(is_rounded(number(row[place]), offer[key], interval), (section, row, key, offer))
                            if key == "speed" and offer[key] is not None:
                                self.assertLessEqual(len(row[place].replace(",", "").replace(".", "").strip("0")), 3, row)
                for i, history in enumerate(data["histories"]):
                    self.choose("history", i)
                    self.assertEqual([(row[0], row[3], row[4]) for row in self.rows("history")],
                                     [(quote["date"], dollars(quote["price_usd"]), dollars(quote["moved_usd"])) for quote in history["quotes"]])
                for i, curve in enumerate(data["owning"]):
                    self.choose("owning", i)
                    self.assertEqual([row[1:] for row in self.rows("owning")],
                                     [[dollars(step[key]) for key in ("owned_usd", "rented_usd", "rented_cheapest_usd", "rented_dearest_usd")]
                                      for step in curve["steps"]])

    def test_the_best_buy_leads_and_has_a_star_in_every_chart(self):
        for name in REQUESTS:
            data = self.data[name]
            if data["pick"] is None:
                continue
            with self.subTest(name):
                value = self.opened(name)
                best = next(row for row in data["offers"] if row["rank"] == data["pick"])
                brief = re.sub("^(GeForce|Radeon|Instinct) ", "", best["name"])
                self.assertTrue(value("document.querySelector('.pick strong').textContent").endswith(brief.split(" Blackwell")[0]))
                self.assertEqual(self.rows("memory")[0][0].split("x ")[-1].removeprefix("★ "), best["name"])
                for chart in ("speed", "value", "memory"):
                    texts = value(f"[...document.querySelectorAll('#{chart} svg text')].map((one) => one.textContent).filter((text) => text.startsWith('★'))")
                    self.assertEqual(len(texts), 1, (chart, texts))
                    self.assertIn(brief.split(" (")[0].split(" Blackwell")[0], texts[0])
                self.assertTrue(value("document.querySelector('#history select').selectedOptions[0].textContent").startswith("★"))
                starred = value("[...document.querySelectorAll('#history svg text')].filter((one) => one.textContent.startsWith('★')).length")
                self.assertEqual(starred, int(best["condition"] != "rent"))

    def test_axes_end_at_twice_the_budget(self):
        value = self.opened("a workload and a budget")
        budget = 2000
        dearer = [row for row in self.data["a workload and a budget"]["offers"] if row["price_usd"] and row["price_usd"] > 2 * budget]
        self.assertGreater(len(dearer), 3)
        drawn = value("document.querySelectorAll('#speed svg [aria-label=dot] path').length")
        self.assertEqual(drawn, len(self.data["a workload and a budget"]["offers"]) - len(dearer))
        self.assertIn(f"{len(dearer)} that cost more than $4,000", value("document.querySelector('#speed figcaption').textContent"))

    def test_memory_has_the_colour_of_its_fit(self):
        value = self.opened("a model")
        fills = value("[...document.querySelectorAll('#memory svg [aria-label=bar]')[0].querySelectorAll('rect')].map((one) => "
                      "one.getAttribute('fill'))")
        self.assertLessEqual(set(fills), {"var(--fits)", "var(--tight)", "var(--does-not-fit)"})
        self.assertIn("var(--fits)", fills)

    def test_a_phone_shows_price_condition_and_month_of_each_row(self):
        value = self.opened("a workload and a budget", "phone")
        right = "Math.max(...[...document.querySelectorAll('#answer td')].map((cell) => cell.getBoundingClientRect().right))"
        self.assertLessEqual(value(right), 390)
        for title in ("price", "condition", "seen"):
            self.assertGreater(value(f"document.querySelector('#answer [data-title=\"{title}\"]').getBoundingClientRect().width"), 20)

    def choose(self, section, place):
        self.browser.value(f"(() => {{ const select = document.querySelector('#{section} select'); select.value = {place}; "
                           "select.dispatchEvent(new Event('change')); })()")

    def test_filters_work_by_keyboard(self):
        value = self.opened("a workload and a budget")
        offers = self.data["a workload and a budget"]["offers"]
        drawn = "document.querySelectorAll('#speed svg [aria-label=dot] path').length"
        before = value(drawn)
        value("document.querySelector('[name=condition]').focus()")
        self.browser.press("ArrowDown")
        chosen = value("document.querySelector('[name=condition]').value")
        self.assertIn(chosen, ("new", "used"))
        left = [row for row in offers if row["condition"] == chosen]
        self.assertEqual(len(self.rows("speed")), len(left))
        self.assertEqual(value("document.querySelector('output').value"), f"{len(left)} of {len(offers)} offers shown")
        self.assertLess(value(drawn), before)
        value("document.querySelector('[name=answer]').focus()")
        self.browser.press(" ")
        left = [row for row in left if row["rank"] is not None]
        self.assertEqual(len(self.rows("speed")), len(left))
        value("document.querySelector('[name=memory]').focus()")
        self.browser.press("ArrowDown")
        least = float(value("document.querySelector('[name=memory]').value"))
        self.assertEqual(len(self.rows("speed")), sum(row["memory_gb"] >= least for row in left))
        value("document.querySelector('button[type=reset]').focus()")
        self.browser.press(" ")
        value("new Promise((done) => setTimeout(done, 50))")
        self.assertEqual(len(self.rows("speed")), len(offers))
        self.assertEqual(self.browser.complaints, [])

    def test_what_tab_reaches_is_seen(self):
        value = self.opened("a workload and a budget")
        reached = []
        for _ in range(60):
            self.browser.press("Tab")
            reached.append(value("(document.activeElement.name || document.activeElement.textContent).trim().slice(0, 40)"))
        self.assertEqual(reached[0], "Skip to the answer")
        for name in ("condition", "vendor", "memory", "answer", "Show all", "Table of prices and speeds", "Table of costs"):
            self.assertIn(name, reached)
        value("document.querySelector('summary').focus()")
        self.assertNotEqual(value("getComputedStyle(document.querySelector('summary')).outlineStyle"), "none")

    def test_text_has_contrast(self):
        colour = "getComputedStyle(document.querySelector({!r})).{}"
        for is_dark in (False, True):
            value = self.opened("a workload and a budget", is_dark=is_dark)
            ground = value(colour.format("body", "backgroundColor"))
            for what in ("body", "figcaption", "summary", "nav a", "output", ".key span", "footer"):
                with self.subTest(what, is_dark=is_dark):
                    self.assertGreaterEqual(browser.contrast(value(colour.format(what, "color")), ground), 4.5)

    def test_paper_has_the_charts_and_no_controls(self):
        value = self.opened("a model")
        self.browser.ask("Emulation.setEmulatedMedia", media="print")
        for what in ("#filters", "nav", "details"):
            self.assertFalse(value(f"document.querySelector('{what}').checkVisibility()"), what)
        for what in (".chart svg", ".choice"):  # which tells the GPU of a chart
            self.assertTrue(value(f"[...document.querySelectorAll('{what}')].every((one) => one.checkVisibility())"), what)
        self.browser.ask("Emulation.setEmulatedMedia", media="")
        self.assertTrue(self.browser.printed().startswith(b"%PDF"))


if __name__ == "__main__":
    if PART == "Chromium" and browser.path() is None:
        print("skipped: no Chromium is installed")
        sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0], PART])
