"""An installed package serves another project: installs, configures, builds and runs tests/consumer.

    consumer_test.py cmake=CMAKE build=DIR generator=NAME compiler=PATH flags=FLAGS program=PATH source=DIR document=PATH

Its rows must be the program's, and its source must be the example of the document.
"""

import pathlib
import re
import shutil
import subprocess
import sys

given = dict(argument.split("=", 1) for argument in sys.argv[1:])
cmake, build, program, source, document = (given[key] for key in ("cmake", "build", "program", "source", "document"))
work = pathlib.Path(build) / "consumer"
shutil.rmtree(work, ignore_errors=True)


def run(*arguments):
    done = subprocess.run(arguments, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(map(str, arguments))}\n{done.stdout}{done.stderr}"
    return done.stdout


prefix = work / "prefix"
run(cmake, "--install", build, "--prefix", prefix)
run(cmake, "-S", source, "-B", work / "build", "-G", given["generator"], f"-DCMAKE_PREFIX_PATH={prefix}",
    f"-DCMAKE_CXX_COMPILER={given['compiler']}", f"-DCMAKE_CXX_FLAGS={given['flags']}", "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF")
run(cmake, "--build", work / "build")
printed = run(work / "build" / "consumer")
names = run(program, "recommend", "--workload", "cnn", "--budget", "500", "-n", "3", "--format", "names", "-q")
rows = [re.match(r"\d\. (\S+), \$[\d,]+, .+ \(.+\)$", line) for line in printed.splitlines()]
assert all(rows) and [row[1] for row in rows] == names.split(), f"the consumer prints\n{printed}\nexpected\n{names}"

text = pathlib.Path(document).read_text(encoding="utf-8")
for path in ("CMakeLists.txt", "main.cpp"):
    code = (pathlib.Path(source) / path).read_text(encoding="utf-8")
    assert f"\n{code}```\n" in text, f"{document}: its {path} is not that of {source}"
assert f"\n{printed}```\n" in text, f"{document}: what the example prints is\n{printed}"
for path in ("share/gpuadvisor/schema/gpus.schema.json", "share/gpuadvisor/schema/output/recommend.schema.json",
             "bin/gpuadvisor"):
    assert (prefix / path).exists(), f"{path} is not installed"
print("the consumer works, and the document shows it")
