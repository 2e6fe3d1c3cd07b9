"""The packages made of the finished build: a tarball, and a Debian package, each with its checksum.

    package_test.py CPACK BUILD_DIR Tarball|Debian

Nothing is compiled. What a machine cannot do is skipped: the exit status is 77 then.
"""

import gzip
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CPACK, BUILD = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1)).resolve()
QUESTION = ["recommend", "--workload", "cnn", "--budget", "500"]
EXPECTED = ("bin/gpuadvisor", "lib/libgpuadvisor.a", "include/gpuadvisor/advice/recommend.hpp",
            "lib/cmake/gpuadvisor/gpuadvisor-config.cmake", "share/doc/gpuadvisor/README.md", "share/doc/gpuadvisor/LICENSE",
            "share/doc/gpuadvisor/THIRD_PARTY_LICENSES", "share/doc/gpuadvisor/LICENSE.musl",
            "share/doc/gpuadvisor/docs/library.md", "share/gpuadvisor/schema/gpus.schema.json")
COMPLETION = {"share/bash-completion/completions/gpuadvisor": "bash", "share/zsh/vendor-completions/_gpuadvisor": "zsh",
              "share/zsh/site-functions/_gpuadvisor": "zsh", "share/fish/vendor_completions.d/gpuadvisor.fish": "fish"}


def run(*arguments, **options):
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{' '.join(map(str, arguments))}\n{done.stdout}{done.stderr}"
    return done.stdout


class Packages(unittest.TestCase):
    generator, pattern = "", ""

    @classmethod
    def setUpClass(cls):
        if not pathlib.Path(CPACK).exists():
            raise unittest.SkipTest("cpack is not installed")
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.root = pathlib.Path(holder.name)
        cls.package = cls.packed("first", "a longer name of a folder")

    @classmethod
    def packed(cls, *folder, **environment):
        """The package, made in the folder."""
        place = cls.root.joinpath(*folder)
        place.mkdir(parents=True)
        run(CPACK, "--config", BUILD / "CPackConfig.cmake", "-G", cls.generator, "-B", place, umask=0o022,
            env={**os.environ, **environment})
        found = list(place.glob(cls.pattern))
        assert len(found) == 1, list(place.iterdir())
        return found[0]

    def is_whole(self, prefix):
        """What was installed there holds all parts and no more than it may, and its program answers as the build's."""
        for path in EXPECTED:
            self.assertTrue((prefix / path).is_file(), path)
        self.assertEqual(sorted(path.name for path in prefix.iterdir()), ["bin", "include", "lib", "share"])
        page, installed = BUILD.parent / "web/gpuadvisor.html", prefix / "share/gpuadvisor/gpuadvisor.html"
        self.assertEqual(page.is_file(), installed.is_file())  # where it was built
        if page.is_file():
            self.assertEqual(page.read_bytes(), installed.read_bytes())
        program = prefix / "bin" / "gpuadvisor"
        self.assertEqual(run(program, *QUESTION, cwd=self.root), run(BUILD / "gpuadvisor", *QUESTION))
        for path, shell in COMPLETION.items():
            self.assertEqual((prefix / path).read_text(encoding="utf-8"), run(program, "completion", shell))
        pages = {page.name.split(".")[0]: page for page in (prefix / "share/man/man1").iterdir()}
        self.assertGreater(len(pages), 30)
        for name, command in (("gpuadvisor", []), ("gpuadvisor-recommend", ["recommend"])):
            page = pages[name].read_bytes()
            is_packed = pages[name].suffix == ".gz"
            self.assertEqual((gzip.decompress(page) if is_packed else page).decode(), run(program, "man", *command))


class Common:
    """What holds of packages of both kinds."""

    def test_checksum(self):
        text = self.package.with_name(self.package.name + ".sha256").read_text(encoding="ascii")
        self.assertEqual(text, f"{hashlib.sha256(self.package.read_bytes()).hexdigest()}  {self.package.name}\n")
        run("sha256sum", "--check", "--strict", self.package.name + ".sha256", cwd=self.package.parent)

    def test_same_bytes(self):
        """Wherever and whenever it is made, with whatever locale."""
        again = self.packed("second", TZ="Asia/Tokyo", LC_ALL="C")
        self.assertEqual(self.package.name, again.name)
        self.assertEqual(self.package.read_bytes(), again.read_bytes())

    def test_date(self):
        """The date is that of the last commit unless the environment gives one."""
        self.assertNotEqual(self.package.read_bytes(), self.packed("dated", SOURCE_DATE_EPOCH="1000000000").read_bytes())


class Tarball(Common, Packages):
    generator, pattern = "TGZ", "*.tar.gz"

    @classmethod
    def setUpClass(cls):
        if not shutil.which("tar"):
            raise unittest.SkipTest("tar is not installed")
        super().setUpClass()

    def test_name(self):
        version = run(BUILD / "gpuadvisor", "--version").split()[-1]
        self.assertEqual(self.package.name, f"gpuadvisor-{version}-linux-{os.uname().machine}.tar.gz")

    def test_runs_anywhere(self):
        place = self.root / "elsewhere"
        place.mkdir()
        run("tar", "-xf", self.package, "-C", place)
        self.assertEqual([path.name for path in place.iterdir()], [self.package.name.removesuffix(".tar.gz")])
        self.is_whole(next(place.iterdir()))

    def test_entries(self):
        entries = run("tar", "-tvf", self.package, "--numeric-owner").splitlines()
        names = run("tar", "-tf", self.package).splitlines()
        self.assertEqual(names, sorted(names, key=lambda name: name.rstrip("/").split("/")))
        for entry in entries:
            mode, owner = entry.split()[:2]
            self.assertEqual(owner, "0/0", entry)
            self.assertIn(mode, ("drwxr-xr-x", "-rw-r--r--", "-rwxr-xr-x"), entry)


class Debian(Common, Packages):
    generator, pattern = "DEB", "*.deb"

    @classmethod
    def setUpClass(cls):
        for tool in ("dpkg", "dpkg-deb"):
            if not shutil.which(tool):
                raise unittest.SkipTest(f"{tool} is not installed")
        super().setUpClass()

    def test_control(self):
        version = run(BUILD / "gpuadvisor", "--version").split()[-1]
        fields = ("Package", "Version", "Architecture", "Section", "Depends", "Maintainer")
        architecture = run("dpkg", "--print-architecture").strip()
        shown = [run("dpkg-deb", "--field", self.package, field).strip() for field in fields]
        self.assertEqual(shown[:5], ["gpuadvisor", version, architecture, "science", ""])  # static: depends on nothing
        self.assertTrue(shown[5])
        self.assertEqual(run("dpkg-deb", "--field", self.package, "Recommends").strip(), "bash-completion, man-db")
        self.assertTrue(run("dpkg-deb", "--field", self.package, "Description").startswith("Recommend GPUs"))
        self.assertEqual(self.package.name, f"gpuadvisor_{version}_{architecture}.deb")

    def test_unpacks(self):
        run("dpkg-deb", "--extract", self.package, self.root / "extracted")
        self.is_whole(self.root / "extracted" / "usr")
        self.assertTrue((self.root / "extracted/usr/share/doc/gpuadvisor/copyright").is_file())

    def test_installs_and_goes(self):
        if os.geteuid() != 0:
            self.skipTest("only root may install")
        system = self.root / "system"
        for folder in ("info", "updates", "triggers"):
            (system / "var/lib/dpkg" / folder).mkdir(parents=True)
        (system / "var/lib/dpkg/status").touch()
        path = os.environ["PATH"] + ":/usr/local/sbin:/usr/sbin:/sbin"  # dpkg insists
        dpkg = ["dpkg", f"--root={system}", "--force-script-chrootless", f"--log={self.root / 'log'}"]
        run(*dpkg, "--install", self.package, env={**os.environ, "PATH": path})
        status = ["dpkg-query", f"--admindir={system / 'var/lib/dpkg'}"]
        self.assertEqual(run(*status, "-Wf", "${db:Status-Status}", "gpuadvisor"), "installed")
        self.is_whole(system / "usr")
        self.assertIn("/usr/bin/gpuadvisor", run(*status, "--listfiles", "gpuadvisor").splitlines())
        run(*dpkg, "--remove", "gpuadvisor", env={**os.environ, "PATH": path})
        self.assertEqual([path for path in system.rglob("*gpuadvisor*") if "var/lib/dpkg" not in str(path)], [])
        self.assertFalse((system / "usr/bin/gpuadvisor").exists())


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=2).result
    sys.exit(1 if not result.wasSuccessful() else 77 if result.skipped else 0)
