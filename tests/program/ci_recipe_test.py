"""The recipes of docs/ci/ do what docs/ci.md says: the commands of the workflow run in a repository of git that holds a
catalog, with good and with bad data, and the hooks let commits pass or refuse them. What needs GitHub is not run, and
is listed.

    ci_recipe_test.py PROGRAM ROOT

Exit status 77 where PyYAML is not installed.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

sys.path.append("/usr/lib/python3/dist-packages")  # of Debian's packages, where another Python comes first
try:
    import yaml
except ImportError:
    print("skipped: PyYAML is not installed")
    sys.exit(77)

PROGRAM, ROOT = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()
WORKFLOW = ROOT / "docs/ci/github-workflow.yml"
NEEDS_GITHUB = ["Get the catalog", "Get gpuadvisor", "Upload the findings to code scanning", "Upload the test report"]
UNKNOWN_COMMIT = "0" * 40  # what GitHub says was before a new branch

SOURCE = {"id": "our-shop", "title": "Quotes by mail", "publisher": "Our shop", "date": "2026-10", "grade": "shop"}


def catalog(usd=780, **changes):
    price = {"gpu": "nvidia-geforce-rtx-3090", "date": "2026-10-09", "condition": "used", "kind": "shop",
             "price_usd": usd, "region": "US", "source": "our-shop", **changes}
    return json.dumps({"sources": [SOURCE], "prices": [price]}, indent=1)


GOOD, BETTER = catalog(), catalog(790)
BAD = catalog(gpu="nvidia-geforce-rtx-309")  # which is no GPU
DOUBTFUL = catalog(7)  # far below all other quotes: a warning
UNREADABLE = GOOD[:-3]


class Repository(unittest.TestCase):
    """A repository of git with a catalog, a program on the path, and nothing of this machine's settings."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.home = pathlib.Path(holder.name).resolve()
        (self.home / "bin").mkdir()
        (self.home / "bin/gpuadvisor").symlink_to(PROGRAM)
        self.work = self.home / "work"
        self.environment = {
            "PATH": f"{self.home / 'bin'}:{os.environ['PATH']}", "HOME": str(self.home), "LC_ALL": "C.UTF-8",
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
            "PRE_COMMIT_HOME": str(self.home / "pre-commit")}
        self.git("init", "-q", "-b", "main", str(self.work), folder=self.home)
        self.write(GOOD)
        self.commit("First")

    def write(self, text, name="data/prices.json"):
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        if path.suffix == ".json":  # what is not canonical would be all that is told
            subprocess.run([PROGRAM, "check", "--fix", path.parent], capture_output=True)

    def git(self, *arguments, folder=None, status=0):
        done = subprocess.run(["git", *arguments], cwd=folder or self.work, env=self.environment, capture_output=True,
                              encoding="utf-8")
        self.assertEqual(done.returncode, status, (arguments, done.stdout, done.stderr))
        return done

    def commit(self, message, *options, status=0):
        self.git("add", "-A")
        return self.git("commit", "-q", "-m", message, *options, status=status)


class Workflow(Repository):
    def setUp(self):
        super().setUp()
        self.workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
        self.job = self.workflow["jobs"]["check"]
        # The sources that a step would have checked out: the step that builds finds the program built.
        dev = self.home / "gpuadvisor/dev"
        dev.parent.mkdir()
        dev.write_text('#!/bin/sh\n[ "$*" = "run --version" ] && exec ./build/release/gpuadvisor --version\n')
        dev.chmod(0o755)
        (dev.parent / "build/release").mkdir(parents=True)
        (dev.parent / "build/release/gpuadvisor").symlink_to(PROGRAM)
        (self.home / "bin/gpuadvisor").unlink()

    def run_steps(self, before):
        """Runs the steps until one fails, as the runner does. What each printed, by name, and the summary."""
        shutil.copytree(self.home / "gpuadvisor", self.work / ".gpuadvisor", symlinks=True)
        paths, summary = self.home / "path", self.home / "summary"
        paths.write_text("")
        summary.write_text("")
        environment = {**self.environment, **self.workflow["env"], "GITHUB_PATH": str(paths),
                       "GITHUB_STEP_SUMMARY": str(summary), "CI": "true"}
        done = {}
        for step in self.job["steps"]:
            if "run" not in step:
                continue
            own = dict(step.get("env", {}))
            if "BEFORE" in own:
                self.assertEqual(own["BEFORE"], "${{ github.event_name == 'push' && github.event.before || 'HEAD^' }}")
                own["BEFORE"] = before
            path = ":".join([*reversed(paths.read_text().split()), environment["PATH"]])
            script = self.home / "step.sh"
            script.write_text(step["run"], encoding="utf-8")
            done[step["name"]] = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)], capture_output=True,
                encoding="utf-8", cwd=self.work / step.get("working-directory", "."),
                env={**environment, **own, "PATH": path})
            if done[step["name"]].returncode != 0:
                break
        return done, summary.read_text(encoding="utf-8")

    def reports(self):
        sarif = json.loads((self.work / "gpuadvisor.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
        suites = xml.etree.ElementTree.parse(self.work / "gpuadvisor.xml").getroot()
        return sarif, int(suites.get("failures"))

    def head(self, revision="HEAD"):
        return self.git("rev-parse", revision).stdout.strip()

    def test_good_data_pushed(self):
        before = self.head()
        self.write(BETTER)
        self.commit("Newer quote")
        done, summary = self.run_steps(before)
        self.assertEqual([(name, one.returncode) for name, one in done.items()],
                         [(name, 0) for name in ("Build gpuadvisor", "Write the reports", "Tell what changes", "Check")])
        self.assertEqual(done["Check"].stdout, "")
        self.assertEqual(self.reports(), ([], 0))
        self.assertTrue(summary.startswith("From .before/data "), summary)
        self.assertIn("price\\_usd: $780 -&gt; $790", summary)

    def test_bad_data_in_a_pull_request(self):
        self.git("checkout", "-q", "-b", "change")
        self.write(BAD)
        self.commit("A slip")
        self.git("checkout", "-q", "main")
        self.write("other", "README")
        self.commit("Meanwhile")
        self.git("merge", "-q", "--no-ff", "-m", "As GitHub merges them", "change")
        done, summary = self.run_steps("HEAD^")
        self.assertEqual([one.returncode for one in done.values()], [0, 0, 0, 1])
        # By hand: the value stands behind three blanks and "gpu": with its blank.
        line = 1 + BAD[:BAD.index('"gpu"')].count("\n")
        self.assertEqual(done["Check"].stdout.splitlines(), [
            f"::error file=data/prices.json,line={line},col=11,title=Records do not fit together [reference]::"
            '/prices/0/gpu: unknown GPU "nvidia-geforce-rtx-309", did you mean "nvidia-geforce-rtx-3090"?'])
        sarif, failures = self.reports()
        self.assertEqual([one["ruleId"] for one in sarif], ["reference"])
        self.assertEqual(sarif[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "data/prices.json")
        self.assertEqual(failures, 1)
        self.assertEqual(summary, "Nothing is compared: one of the two catalogs cannot be read.\n")

    def test_good_data_in_a_pull_request(self):
        self.git("checkout", "-q", "-b", "change")
        self.write(BETTER)
        self.commit("Newer quote")
        self.git("checkout", "-q", "main")
        self.write(json.dumps({"prices": json.loads(catalog(770, date="2026-10-08"))["prices"]}), "data/meanwhile.json")
        self.commit("Meanwhile")
        self.git("merge", "-q", "--no-ff", "-m", "As GitHub merges them", "change")
        done, summary = self.run_steps("HEAD^")
        self.assertEqual([one.returncode for one in done.values()], [0, 0, 0, 0], done["Check"].stdout)
        self.assertIn("Records that differ: 1 in prices.", summary)  # that of the pull request alone

    def test_warnings_fail_too(self):
        before = self.head()
        self.write(DOUBTFUL)
        self.commit("A slip")
        done, summary = self.run_steps(before)
        self.assertEqual([one.returncode for one in done.values()], [0, 0, 0, 1])
        self.assertRegex(done["Check"].stdout,
                         r"^::warning file=data/prices\.json,line=\d+,col=\d+,title=[^:]*::"
                         r"nvidia-geforce-rtx-3090, /prices/0/price_usd: found \$7;")
        self.assertIn("$780 -&gt; $7 ", summary)

    def test_unreadable_data_and_a_new_branch(self):
        self.write(UNREADABLE)
        self.commit("Cut off")
        done, summary = self.run_steps(UNKNOWN_COMMIT)
        self.assertEqual([one.returncode for one in done.values()], [0, 0, 0, 1])
        self.assertIn("[syntax]", done["Check"].stdout)
        self.assertEqual(summary, "There is no earlier catalog to compare with.\n")

    def test_a_catalog_that_is_new_or_not_there(self):
        self.git("mv", "data", "elsewhere")
        self.commit("Moved")
        before = self.head()
        self.write(GOOD)
        self.commit("Once more")
        done, summary = self.run_steps(before)
        self.assertEqual([one.returncode for one in done.values()], [0, 0, 0, 0])
        self.assertEqual(summary, "There is no earlier catalog to compare with.\n")

    def test_no_catalog(self):
        self.git("mv", "data", "elsewhere")
        self.commit("Moved")
        done, _ = self.run_steps("HEAD^")
        self.assertEqual(list(done), ["Build gpuadvisor", "Write the reports"])
        self.assertEqual(done["Write the reports"].returncode, 1)
        self.assertIn("data: cannot be opened", done["Write the reports"].stderr)

    def test_text_in_data_is_no_command_of_the_runner(self):
        self.write(catalog(gpu="x\n::set-output name=a::b\r\n::error::%0A::warning::"))
        self.commit("Hostile")
        done, _ = self.run_steps("HEAD^")
        lines = re.split(r"[\r\n]+", (done["Check"].stdout + done["Check"].stderr).strip())
        self.assertEqual([line[:23] for line in lines if line.lstrip().startswith("::")], ["::error file=data/price"])

    def test_what_needs_github_is_not_run(self):
        used = [step["name"] for step in self.job["steps"] if "uses" in step]
        self.assertEqual(used, NEEDS_GITHUB)
        for name in used:
            print(f"not run, needs GitHub: {name}", file=sys.stderr)

    def test_versions_are_pinned_and_rights_few(self):
        text = WORKFLOW.read_text(encoding="utf-8")
        uses = re.findall(r"uses: (.*)", text)
        self.assertEqual(len(uses), len(NEEDS_GITHUB))
        for one in uses:
            self.assertRegex(one, r"^[a-z-]+/[a-z/-]+@[0-9a-f]{40} # (v\d+\.\d+\.\d+|the commit that .* pins)$")
        self.assertEqual(self.workflow["permissions"], {})
        self.assertEqual(self.job["permissions"], {"contents": "read", "actions": "read", "security-events": "write"})
        self.assertRegex(self.workflow["env"]["GPUADVISOR_COMMIT"], r"^[0-9a-f]{40}$")
        for step in self.job["steps"]:
            self.assertNotIn("${{", step.get("run", ""))  # nothing that others write becomes code
            if step.get("uses", "").startswith("actions/checkout@"):
                self.assertIs(step["with"]["persist-credentials"], False)


@unittest.skipUnless(shutil.which("mlr"), "mlr is not installed")
class Prices(unittest.TestCase):
    EXPORT = ("gpu,price_usd,condition,kind,date,note\n"
              "RTX 3090,1390,used,ask-lowest,2026-10-09,\"one, with a comma\"\n"
              "RTX 3090,1390,used,ask-lowest,2026-10-09,the same\n"
              "RTX 9999,1390,used,ask-lowest,2026-10-09,\n"
              "RTX 3090,1390,used,ask-lowest,2027-01-01,\n")

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.home = pathlib.Path(holder.name)
        shutil.copytree(ROOT / "data", self.home / "data")
        (self.home / "bin").mkdir()
        (self.home / "bin/gpuadvisor").symlink_to(PROGRAM)
        (self.home / "export.csv").write_text(self.EXPORT, encoding="utf-8")

    def add(self):
        return subprocess.run([ROOT / "docs/ci/add-prices", "export.csv", "gpupoet-listings-2026-10"], cwd=self.home,
                              env={"PATH": f"{self.home / 'bin'}:{os.environ['PATH']}"}, capture_output=True,
                              encoding="utf-8")

    def test_what_is_new_is_added_and_the_rest_told(self):
        done = self.add()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("1 added, 1 known, 2 refused", done.stdout)
        self.assertRegex(done.stderr, r'RTX 9999, 2026-10-09: .*unknown GPU "RTX 9999"')
        self.assertRegex(done.stderr, "RTX 3090, 2027-01-01: .*it cannot have seen that price")
        quotes = json.loads((self.home / "data/prices/nvidia-ampere.json").read_text(encoding="utf-8"))["prices"]
        self.assertEqual(sum(quote["price_usd"] == 1390 for quote in quotes), 1)
        checked = subprocess.run([PROGRAM, "check", self.home / "data", "-q"], capture_output=True, encoding="utf-8")
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertIn("0 added, 2 known, 2 refused", self.add().stdout)

    def test_the_scheduled_job_is_pinned_and_runs_the_script(self):
        text = (ROOT / "docs/ci/github-prices.yml").read_text(encoding="utf-8")
        job = yaml.safe_load(text)["jobs"]["update"]
        for one in re.findall(r"uses: (.*)", text):
            self.assertRegex(one, r"^[a-z-]+/[a-z/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")
        for step in job["steps"]:
            self.assertNotIn("${{", step.get("run", ""))  # nothing that others write becomes code
        self.assertIn("./add-prices export.csv", next(step["run"] for step in job["steps"]
                                                      if step["name"] == "Add what is new"))


class GitHook(Repository):
    def setUp(self):
        super().setUp()
        shutil.copy(ROOT / "docs/ci/pre-commit", self.work / ".git/hooks/pre-commit")

    def test_good_commits_pass_and_bad_ones_do_not(self):
        self.write(BETTER)
        self.commit("Newer quote")
        for text in (BAD, DOUBTFUL, UNREADABLE):
            self.write(text)
            refused = self.commit("A slip", status=1)
            self.assertIn("data/prices.json:", refused.stdout + refused.stderr)
            self.assertEqual(self.git("log", "-1", "--format=%s").stdout, "Newer quote\n")
        self.commit("All the same", "--no-verify")

    def test_what_is_staged_counts(self):
        self.write(BAD)
        self.git("add", "-A")
        self.write(BETTER)  # mended, but not staged
        self.git("commit", "-q", "-m", "A slip", status=1)
        self.git("add", "-A")
        self.write(BAD)
        self.git("commit", "-q", "-m", "Mended")  # what is to be committed is right
        self.git("commit", "-q", "-a", "-m", "A slip", status=1)
        self.git("commit", "-q", "-m", "A slip", "data/prices.json", status=1)

    def test_other_changes_need_no_check(self):
        self.write(BAD)
        self.commit("Unchecked", "--no-verify")
        self.write("text", "README")
        (self.home / "bin/gpuadvisor").unlink()
        self.commit("Not about data")

    def test_a_folder_within_and_a_name_with_blanks(self):
        self.environment["CATALOG"] = "our data"
        self.write(BAD, "our data/prices.json")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "A slip", folder=self.work / "our data", status=1)
        self.write(GOOD, "our data/prices.json")
        self.commit("Mended")

    def test_the_first_commit(self):
        fresh = self.home / "fresh"
        self.git("init", "-q", str(fresh), folder=self.home)
        self.work = fresh
        shutil.copy(ROOT / "docs/ci/pre-commit", fresh / ".git/hooks/pre-commit")
        self.write(BAD)
        self.commit("A slip", status=1)
        self.write(GOOD)
        self.commit("First")


@unittest.skipUnless(shutil.which("pre-commit"), "pre-commit is not installed")
class PreCommitFramework(Repository):
    def install(self, config):
        self.write(config, ".pre-commit-config.yaml")
        subprocess.run(["pre-commit", "install"], cwd=self.work, env=self.environment, check=True, capture_output=True)
        self.commit("Checked from now on", "--no-verify")

    def judges_commits(self):
        self.write(BETTER)
        self.commit("Newer quote")
        self.write(BAD)
        refused = self.commit("A slip", status=1)
        self.assertIn('unknown GPU "nvidia-geforce-rtx-309"', refused.stdout + refused.stderr)
        self.write("text", "README")
        self.git("checkout", "-q", "HEAD", "data")
        self.assertIn("Skipped", self.commit("Not about data").stderr)

    def test_as_a_local_hook(self):
        self.install((ROOT / "docs/ci/pre-commit-config.yaml").read_text(encoding="utf-8"))
        self.judges_commits()

    def test_as_a_hook_of_this_repository(self):
        ours = self.home / "ours"
        self.git("init", "-q", str(ours), folder=self.home)
        shutil.copy(ROOT / ".pre-commit-hooks.yaml", ours)
        self.git("add", "-A", folder=ours)
        self.git("commit", "-q", "-m", "Hooks", folder=ours)
        revision = self.git("rev-parse", "HEAD", folder=ours).stdout.strip()
        self.install(yaml.safe_dump({"repos": [{"repo": str(ours), "rev": revision,
                                                "hooks": [{"id": "gpuadvisor-check"}]}]}))
        self.judges_commits()


unittest.main(argv=[sys.argv[0], "-v"])
