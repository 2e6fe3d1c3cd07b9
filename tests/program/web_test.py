"""The page of `./dev web`: its module says byte for byte what the program says, and the page works without a network.

    web_test.py PROGRAM ROOT PAGE Node       200 made-up command lines, answered by the module in the page
    web_test.py PROGRAM ROOT PAGE Chromium   the same in a browser, and the page itself

Both are skipped, and say why, where the page was not built or is older than what it is made of, and where the tool is missing.
"""

import base64
import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from html import unescape

import browser
import web_requests

PROGRAM, ROOT, PAGE = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(3))
PART = sys.argv.pop(1)
SKIPPED = 77

REQUESTS = web_requests.requests(200)
USUAL = ["--model", "gpt-oss-20b", "--budget", "1000"]  # what the page opens on
SIZES = {"phone": (390, 844), "laptop": (1280, 800)}


def told(words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, check=False, stdin=subprocess.DEVNULL)
    return {"status": done.returncode, "results": done.stdout.decode(), "remarks": done.stderr.decode()}


def script(name):
    """The text of an element of the page."""
    return re.search(rf'<script type="text/plain" id="{name}">(.*?)</script>', PAGE.read_text(encoding="utf-8"), re.S)[1]


def newer_source():
    """A file that the page is made of and that is newer than it."""
    files = [file for folder in ("src", "include", "data", "third_party/musl") for file in (ROOT / folder).rglob("*.*")]
    return next((file for file in files if file.stat().st_mtime > PAGE.stat().st_mtime), None)


def missing():
    """Why there is nothing to test; None where there is."""
    if not PAGE.is_file():
        return f"{PAGE} is not there: ./dev web builds it"
    if newer := newer_source():
        return f"{PAGE} is older than {newer}: ./dev web builds it"
    if PART == "Node":
        return None if shutil.which("node") else "Node is not installed"
    return None if browser.path() else "no Chromium is installed"


class SameBytes(unittest.TestCase):
    def check_answers(self, answers):
        self.assertEqual(len(answers), len(REQUESTS))
        for words, answer in zip(REQUESTS, answers):
            with self.subTest(" ".join(words)):
                self.assertEqual(answer, told(words))

    def test_the_requests_are_worth_asking(self):
        statuses = [told(words)["status"] for words in REQUESTS]
        self.assertGreater(statuses.count(0), len(REQUESTS) / 2)
        for status in (1, 2, 3):
            self.assertGreater(statuses.count(status), 0)


class Node(SameBytes):
    def test_answers_are_those_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            module, source = pathlib.Path(folder, "module.wasm"), pathlib.Path(folder, "module.js")
            module.write_bytes(gzip.decompress(base64.b64decode(script("module"))))
            source.write_text(script("worker").split("// Runs the program beside")[0], encoding="utf-8")
            done = subprocess.run(["node", pathlib.Path(__file__).parent / "web_answers.mjs", source, module], check=True,
                                  input=json.dumps(REQUESTS).encode(), capture_output=True)
        self.check_answers(json.loads(done.stdout))


class Chromium(SameBytes):
    @classmethod
    def setUpClass(cls):
        cls.browser = browser.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def opened(self, size="laptop", is_dark=False, address=""):
        self.browser.complaints.clear()
        self.browser.requests.clear()
        self.browser.size(*SIZES[size], is_dark)
        self.browser.open(PAGE, address)
        self.until("document.body.dataset.state === 'ready'")
        return self.browser.value

    def until(self, condition):
        end = time.monotonic() + 20
        while not self.browser.value(f"Boolean({condition})"):
            if time.monotonic() > end:
                self.fail(f"not within 20 seconds: {condition}; {self.browser.complaints}")
            time.sleep(0.02)

    def heading(self, section="answer"):
        return self.browser.value(f"document.querySelector('#{section} h2')?.textContent")

    def choose(self, name, value, is_finished=True):
        self.browser.value(f"(() => {{ const control = document.querySelector('[name={name}]'); control.value = {json.dumps(value)}; "
                           f"for (const kind of ['input', 'change'].slice(0, {2 if is_finished else 1})) "
                           "control.dispatchEvent(new Event(kind, { bubbles: true })); })()")

    def expect_answer(self, *words, section="answer", heading=None):
        """The page comes to show what the program says to these words: its heading and all cells of its tables."""
        html = told([*words, "--format", "html"])["results"]
        html = re.search(r'<section id="answer".*?</section>', html, re.S)[0] if words[0] == "report" else html
        texts = [heading or re.search(r"<h1>(.*?)</h1>", html)[1], *re.findall(r"<td[^>]*>(.*?)</td>", html)]
        wanted = [unescape(re.sub("<.*?>", "", text)) for text in texts]
        shown = f"[...document.querySelectorAll('#{section} h2, #{section} td')].map((one) => one.textContent)"
        try:
            self.until(f"JSON.stringify({shown}) === {json.dumps(json.dumps(wanted, ensure_ascii=False, separators=(',', ':')))}")
        except AssertionError:
            self.assertEqual(self.browser.value(shown), wanted)
            raise

    def expect_no_trouble(self):
        self.assertEqual(self.browser.complaints, [])
        asked = [url for url in self.browser.requests if not url.startswith(("blob:", "about:"))]
        self.assertEqual([url.split("#")[0] for url in asked], [PAGE.as_uri()])

    def test_answers_are_those_of_the_program(self):
        self.opened()
        self.browser.value("window.answers = Promise.all(" + json.dumps(REQUESTS) + ".map((words) => ask(words))), 0")
        self.check_answers(json.loads(self.browser.value("window.answers.then(JSON.stringify)")))
        self.expect_no_trouble()

    def test_it_opens_on_a_budget_and_a_language_model(self):
        value = self.opened()
        self.expect_answer("report", *USUAL)
        self.assertEqual(value("[...document.querySelectorAll('#answer .pick dt')].map((one) => one.textContent)"),
                         ["★ Best buy", "Price", "Runs", "Why", "Runner-up"])
        self.assertNotRegex(value("document.querySelector('main').innerText.replace(/The same in a terminal[^]*/, '')"), r"(^|\s)--[a-z]")
        self.expect_no_trouble()

    def test_the_answer_changes_with_each_choice(self):
        self.opened()
        self.expect_answer("report", *USUAL)
        self.choose("workload", "cnn")  # which has no model
        self.expect_answer("report", "--workload", "cnn", "--budget", "1000")
        self.choose("budget", "500")
        self.expect_answer("report", "--workload", "cnn", "--budget", "500")
        self.choose("memory", "12")
        self.expect_answer("report", "--workload", "cnn", "--budget", "500", "--min-memory", "12")
        self.choose("condition", "used")
        self.choose("more", "--vendor 'nvidia'")
        filters = ["--budget", "500", "--min-memory", "12", "--condition", "used"]
        self.expect_answer("report", "--workload", "cnn", *filters, "--vendor", "nvidia")
        self.choose("currency", "EUR")
        self.choose("kwh", "0.40")
        self.expect_answer("report", "--workload", "cnn", *filters, "--currency", "EUR", "--kwh", "0.40", "--vendor", "nvidia")
        self.choose("model", "Llama 3 8B")
        self.expect_answer("report", "--model", "Llama 3 8B", *filters, "--currency", "EUR", "--kwh", "0.40", "--vendor", "nvidia")
        self.expect_no_trouble()

    def test_the_charts_are_those_of_the_report(self):
        value = self.opened(address="#workload=cnn&budget=500")
        self.expect_answer("report", "--workload", "cnn", "--budget", "500")
        data = json.loads(told(["report", "--workload", "cnn", "--budget", "500", "--format", "json"])["results"])
        shown = "[...document.querySelectorAll('.chart > svg')].filter((svg) => svg.checkVisibility()).length"
        self.until(f"{shown} === {3 + bool(data['histories']) + bool(data['owning'])}")
        self.assertEqual(value("document.querySelectorAll('#speed table tbody tr').length"), len(data["offers"]))
        starred = "[...document.querySelectorAll('#{} svg text')].filter((one) => one.textContent.startsWith('★')).length"
        for chart in ("speed", "value", "memory", "history"):
            self.assertEqual(value(starred.format(chart)), 1, chart)
        self.expect_no_trouble()

    def test_with_a_gpu_there_is_one_verdict(self):
        for own, budget in (("GTX 1070", "1000"), ("RTX 3090", "700")):  # replaced; kept
            offers = json.loads(told(["report", "--model", "gpt-oss-20b", "--budget", budget, "--format", "json"])["results"])["offers"]
            least = min(row["memory_gb"] for row in offers if row["count"] == 1)  # that the model fits
            words = ["upgrade", own, "--workload", "llm-inference", "--budget", budget, "--min-memory", f"{least:g}"]
            value = self.opened(address=f"#own={own}&budget={budget}")
            self.expect_answer(*words, section="own")
            self.expect_answer("report", "--model", "gpt-oss-20b", "--budget", budget, heading="GPUs that qualify")
            self.assertEqual(value("document.querySelectorAll('main .pick').length"), 0)
            one = json.loads(told([*words, "--format", "json"])["results"])["results"][0]
            self.until("!document.querySelector('#answer[aria-busy]')")
            stars = value("[...document.querySelectorAll('#speed svg text')].map((one) => one.textContent).filter((text) => text.startsWith('★'))")
            self.assertEqual(len(stars), int(one["choice"] == "replace"))
            if stars:
                self.assertIn(re.sub("^(NVIDIA GeForce|AMD Radeon) ", "", one["best"]["card"]["name"]), stars[0])

    def test_the_command_line_shown_gives_the_answer_shown(self):
        value = self.opened(address="#workload=cnn&budget=700&more=--exclude+%22rtx+30*%22")
        line = value("document.querySelector('#line').textContent")
        self.assertNotIn("\n", line)
        done = subprocess.run(["bash", "-c", line.replace("gpuadvisor", str(PROGRAM)) + " --format html"], capture_output=True,
                              text=True, check=True)
        self.until(f"document.querySelector('#answer h2')?.textContent === {json.dumps(unescape(re.search('<h1>(.*?)</h1>', done.stdout)[1]))}")

    def test_the_address_brings_the_answer_back(self):
        value = self.opened()
        self.choose("workload", "rnn")
        self.choose("budget", "800")
        self.expect_answer("report", "--workload", "rnn", "--budget", "800")
        address = value("location.hash")
        self.assertEqual(address, "#budget=800&model=&workload=rnn")
        self.opened(address=address)
        self.expect_answer("report", "--workload", "rnn", "--budget", "800")

    def test_what_is_wrong_is_said(self):
        value = self.opened()
        self.choose("budget", "much")
        self.until("document.querySelector('#answer .problem')")
        self.assertEqual(value("document.querySelector('#answer').textContent"),
                         'Budget: expected a positive amount like 500, 1.5k or 800eur, found "much"')
        self.assertFalse(value("document.querySelector('#charts').checkVisibility()"))
        self.choose("budget", "500")
        self.expect_answer("report", "--model", "gpt-oss-20b", "--budget", "500")
        self.choose("model", "no-such-model")
        self.until("document.querySelector('#answer .problem')")
        text = value("document.querySelector('#answer').textContent")
        self.assertIn('Unknown model "no-such-model"', text)
        self.assertNotRegex(text, r"--|`|\.gguf|network")

    def test_half_a_name_is_no_question(self):
        value = self.opened()
        self.expect_answer("report", *USUAL)
        before = self.heading()
        self.choose("model", "llama-3-8", is_finished=False)
        value("new Promise((done) => setTimeout(done, 300))")
        self.assertEqual(self.heading(), before)
        self.choose("model", "Llama 3 8B", is_finished=False)
        self.expect_answer("report", "--model", "Llama 3 8B", "--budget", "1000")

    def test_what_the_text_names_are_buttons(self):
        value = self.opened(address="#workload=cnn&budget=20")
        self.until("document.querySelector('#answer [data-option^=\"budget\"]')")
        value("document.querySelector('#answer [data-option^=\"budget\"]').click()")
        budget = value("document.querySelector('[name=budget]').value")
        self.assertGreater(float(budget), 20)
        self.expect_answer("report", "--workload", "cnn", "--budget", budget)
        value = self.opened(address="#workload=cnn&budget=")  # where no budget has a value to take over
        self.until("document.querySelector('#answer .pick')")
        self.assertEqual(value("document.querySelectorAll('#answer [data-option^=\"budget\"]').length"), 0)

    def test_details_are_worked_out_when_they_are_opened(self):
        value = self.opened(address="#workload=cnn&budget=500")
        self.until("document.querySelector('#answer [data-gpu]')")
        value("document.querySelector('#sure summary').click()")
        self.until("document.querySelector('#sure-answer h2')")
        self.assertEqual(self.heading("sure-answer"), self.heading())
        value("document.querySelectorAll('#answer [data-gpu]')[1].click()")
        gpu = value("document.querySelector('#why-gpu').value")
        self.expect_answer("explain", gpu, "--workload", "cnn", "--budget", "500", section="why-answer")
        self.expect_no_trouble()

    def test_an_endless_question_gives_way_to_the_next(self):
        self.opened()
        self.choose("more", "--as-of 2024")
        self.until("document.querySelector('#answer[aria-busy]')")
        self.choose("more", "--vendor amd --support any")
        self.expect_answer("report", *USUAL, "--vendor", "amd", "--support", "any")

    def test_it_works_by_keyboard(self):
        value = self.opened()
        value("document.querySelector('#choices').open = true")
        reached = []
        for _ in range(100):
            self.browser.press("Tab")
            reached.append(value("(document.activeElement.name || document.activeElement.id || document.activeElement.textContent)"
                                 ".trim().slice(0, 40)"))
        self.assertEqual(reached[0], "Skip to the answer")
        for name in ("workload", "model", "budget", "currency", "kwh", "memory", "condition", "count", "support", "rank", "own", "more", "copy"):
            self.assertIn(name, reached)
        value("document.querySelector('[name=workload]').focus()")
        self.assertNotEqual(value("getComputedStyle(document.activeElement).outlineStyle"), "none")
        self.browser.press("ArrowDown")
        chosen = value("document.querySelector('[name=workload]').value")
        self.assertNotEqual(chosen, "")
        self.expect_answer("report", "--workload", chosen, "--budget", "1000")

    def test_every_control_has_a_name_and_the_answer_is_read_out(self):
        value = self.opened(address="#workload=cnn&budget=500&own=3090&model=llama-3-8b")
        self.assertEqual(value("[...document.querySelectorAll('input, select')].filter((one) => !one.labels.length).length"), 0)
        self.until("document.querySelector('#told').textContent")
        self.assertEqual(value("document.querySelector('#told').textContent"), self.heading("own"))

    def test_no_size_scrolls_sideways(self):
        for address in ("", "#workload=cnn&budget=500&own=3090", "#model=llama-3-70b&budget=20"):
            for size, (width, _) in SIZES.items():
                for is_dark in (False, True):
                    with self.subTest(address, size=size, is_dark=is_dark):
                        value = self.opened(size, is_dark, address)
                        value("document.querySelectorAll('details').forEach((one) => (one.open = true))")
                        self.until("!document.querySelector('#answer[aria-busy]')")
                        self.assertLessEqual(value("document.documentElement.scrollWidth"), width)
                        self.expect_no_trouble()

    def test_text_has_contrast(self):
        colour = "getComputedStyle(document.querySelector({!r})).{}"
        for is_dark in (False, True):
            value = self.opened(is_dark=is_dark, address="#workload=cnn&budget=500")
            ground = value(colour.format("body", "backgroundColor"))
            for what in ("body", "label", "select", "summary", ".option", ".asked", ".pick dt", "legend", "footer"):
                with self.subTest(what, is_dark=is_dark):
                    self.assertGreaterEqual(browser.contrast(value(colour.format(what, "color")), ground), 4.5)


if __name__ == "__main__":
    if reason := missing():
        print(f"skipped: {reason}")
        sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0], PART])
