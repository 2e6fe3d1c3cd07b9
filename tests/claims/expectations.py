"""What a claim expects of a run: of its exit status, of its text, or of a value of its JSON document.

    {"exit": 1}                            the exit status; without one of these, 0 is expected
    {"text": "a|b"}, {"no_text": "..."}    standard output as a table, blanks and line breaks alike, has a match or none
    {"remark": "..."}                      standard error has a match
    {"path": "results/0/speed", "above": 1}

A path goes by member and by index; `*` takes all items as a list, `[key=value;key=value]` the first item that has
these. Beside the path stands a check, or several: equals, differs, near (with within), above, at_least, below, at_most,
contains, lacks, matches, size; of lists each_at_least, each_among, each_lacks, descending, ascending. `over`, a second
path, makes the value a ratio. What it is checked against may itself be {"path": ..., "over": ..., "times": ...,
"plus": ...}. `command` takes the value or text from another run than the claim's own.
"""

import json
import re

ORDERS = {
    "above": lambda value, limit: value > limit,
    "at_least": lambda value, limit: value >= limit,
    "below": lambda value, limit: value < limit,
    "at_most": lambda value, limit: value <= limit,
}
CHECKS = {
    **ORDERS,
    "equals": lambda value, other: value == other,
    "differs": lambda value, other: value != other,
    "contains": lambda value, other: other in value,
    "lacks": lambda value, other: other not in value,
    "matches": lambda value, pattern: re.search(pattern, value) is not None,
    "each_at_least": lambda values, limit: values != [] and all(value >= limit for value in values),
    "each_among": lambda values, known: values != [] and all(value in known for value in values),
    "each_lacks": lambda values, other: values != [] and all(other not in value for value in values),
    "size": lambda value, size: len(value) == size,
    "descending": lambda value, _: len(value) > 1 and all(a > b for a, b in zip(value, value[1:])),
    "ascending": lambda value, _: len(value) > 1 and all(a < b for a, b in zip(value, value[1:])),
}


class Missing(Exception):
    """A path that leads nowhere."""


def failures(expectations, command, run):
    """What does not hold, in words; `run` runs a command."""
    found = [failure(expectation, command, run) for expectation in expectations]
    if not any("exit" in expectation for expectation in expectations):
        found.append(failure({"exit": 0}, command, run))
    return [text for text in found if text]


def failure(expectation, command, run):
    """Why the expectation does not hold, or None."""
    command = tuple(expectation.get("command", command))
    done = run(command)
    try:
        if "exit" in expectation:
            return None if done.status == expectation["exit"] else f"exit status {done.status}: {done.remarks.strip()}"
        if "text" in expectation:
            return None if re.search(expectation["text"], done.text) else f"no text {expectation['text']!r}"
        if "no_text" in expectation:
            match = re.search(expectation["no_text"], done.text)
            return f"text {match.group(0)!r}" if match else None
        if "remark" in expectation:
            remarks = " ".join(done.remarks.split())
            return None if re.search(expectation["remark"], remarks) else f"remarks {remarks!r}"
        return value_failure(expectation, command, run)
    except Missing as missing:
        return f"nothing at {missing}"
    except TypeError as error:
        return f"{expectation['path']}: {error}"


def value_failure(expectation, command, run):
    value = operand(expectation, command, run)
    if "near" in expectation:
        near = operand(expectation["near"], command, run)
        if abs(value - near) > expectation["within"]:
            return f"{expectation['path']} is {value}, not {near} within {expectation['within']}"
    checks = [key for key in CHECKS if key in expectation]
    if not checks and "near" not in expectation:
        raise ValueError(f"nothing to check: {json.dumps(expectation)}")
    for key in checks:
        other = operand(expectation[key], command, run)
        if not CHECKS[key](value, other):
            return f"{expectation['path']} is {json.dumps(value)[:300]}, not {key} {json.dumps(other)}"
    return None


def operand(given, command, run):
    """The value that is given, or the one that a path leads to."""
    if not isinstance(given, dict) or "path" not in given:
        return given
    done = run((*given.get("command", command), "--format", "json"))
    if not done.output:
        raise Missing(f"{given['path']}: {done.remarks.strip()}")
    value = at(done.document, given["path"])
    if "over" in given:
        value = value / at(done.document, given["over"])
    if "times" in given:
        value *= given["times"]
    return value + given["plus"] if "plus" in given else value


def at(document, path):
    return at_steps(document, path.split("/"), path)


def at_steps(value, steps, path):
    if not steps:
        return value
    step, *rest = steps
    if step == "*":
        return [at_steps(item, rest, path) for item in value]
    if step.startswith("["):
        wanted = dict(part.split("=", 1) for part in step[1:-1].split(";"))
        value = [item for item in value if all(str(item.get(key)) == text for key, text in wanted.items())]
        if not value:
            raise Missing(path)
        return at_steps(value[0], rest, path)
    try:
        return at_steps(value[int(step)] if isinstance(value, list) else value[step], rest, path)
    except (KeyError, IndexError, TypeError) as error:
        raise Missing(path) from error
