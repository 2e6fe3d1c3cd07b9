"""Pages for people of the JSON Schemas of answers: a line per member with its path, what it may be and what it means.
What several answers have stands once, on a page of its own; limits of numbers stand in the schemas."""

import collections
import json

SHARED = "shared"  # the page of what several answers have
DEFINITIONS = "#/$defs/"
DATA_FILES = "../"  # schemas of these describe their members
ENVELOPE = ("schema_version", "command", "catalog")  # members of every answer
NAMED_PATTERNS = {
    "^[a-z0-9]+(-[a-z0-9]+)*$": "id",
    "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$": "date",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": "date",
}


def escaped(text):
    """As text of Markdown."""
    for character in "\\*_<[]":
        text = text.replace(character, "&lt;" if character == "<" else "\\" + character)
    return text


def definitions(schema):
    """Names of the definitions that a schema refers to, wherever in it."""
    if isinstance(schema, list):
        return set().union(*map(definitions, schema))
    if not isinstance(schema, dict):
        return set()
    own = schema.get("$ref", "")
    found = {own.removeprefix(DEFINITIONS)} if own.startswith(DEFINITIONS) else set()
    return found.union(*(definitions(part) for key, part in schema.items() if key != "$defs"))


class Pages:
    """`schemas`: of answers, by name."""

    def __init__(self, schemas):
        self.schemas = schemas
        found = collections.defaultdict(list)
        for schema in schemas.values():
            for name in schema.get("$defs", {}):
                found[name, self.whole(schema, name)].append(schema)
        self.shared = {key: places[0] for key, places in found.items() if len(places) > 1}
        names = [name for name, _ in self.shared]
        self.ambiguous = {name for name in names if names.count(name) > 1}

    def whole(self, schema, name):
        """What a definition is, with all that it refers to."""
        parts, waiting = {}, [name]
        while waiting:
            part = waiting.pop()
            if part not in parts:
                parts[part] = schema["$defs"][part]
                waiting += definitions(parts[part])
        return json.dumps(parts, sort_keys=True)

    def kind(self, schema):
        """What a value may be."""
        if "const" in schema:
            return f"`{json.dumps(schema['const'])}`"
        if "enum" in schema:
            names = ", ".join(f"`{name}`" for name in schema["enum"] if name is not None)
            return names + (", or null" if None in schema["enum"] else "")
        if "anyOf" in schema:
            choices = schema["anyOf"]
            text = self.kind(choices[0])
            text += ", or null" if any(choice.get("type") == "null" for choice in choices) else ""
            return text + (", or the fields asked for" if any("minProperties" in choice for choice in choices) else "")
        if "$ref" in schema:
            return "object"
        types = schema.get("type", "any value")
        types = types if isinstance(types, list) else [types]
        text = {"integer": "whole number", "string": "text"}.get(types[0], types[0])
        if types[0] == "array":
            text = f"list: {self.kind(schema['items'])}"
        elif types[0] == "object" and "additionalProperties" in schema:
            text = f"by key: {self.kind(schema['additionalProperties'])}"
        elif types[0] == "string":
            text = NAMED_PATTERNS.get(schema.get("pattern"), text)
        return text + (", or null" if "null" in types else "")

    def rows(self, whole, schema, path, seen, on_shared):
        """The lines of an object of the schema `whole`, and of what it is made of. Members of data files share one."""
        of_data = [key for key, member in schema["properties"].items() if member.get("$ref", "").startswith(DATA_FILES)]
        if of_data:
            file = schema["properties"][of_data[0]]["$ref"].removeprefix(DATA_FILES).partition("#")[0]
            keys = ", ".join(f"`{key}`" for key in [path + of_data[0], *of_data[1:]])
            yield f"- {keys}: as in the [data files](../data.md), see data/schema/{file}; unknown ones are absent"
        for key, member in schema["properties"].items():
            if key not in of_data:
                yield from self.member_rows(whole, member, path + key, seen, on_shared, key in schema["required"])

    def member_rows(self, whole, member, path, seen, on_shared, is_required):
        inner, kind = member, self.kind(member)
        while True:
            if "anyOf" in inner:
                inner = inner["anyOf"][0]
            elif inner.get("type") in ("array", ["array", "null"]):
                inner, path = inner["items"], path + "[]"
            elif isinstance(inner.get("additionalProperties"), dict):
                inner, path = inner["additionalProperties"], path + ".*"
            else:
                break
        name = inner.get("$ref", "").removeprefix(DEFINITIONS)
        meaning = escaped(member.get("description", ""))
        if name:
            key = name, self.whole(whole, name)
            if key in self.shared:
                kind = kind.replace("object", f"[{name}]({'' if on_shared else SHARED + '.md'}#{self.anchor(key)})", 1)
            elif name in seen:
                meaning += f". Members: as those of `{seen[name]}`"
        if not is_required:
            kind += "; may be absent"
        yield f"- `{path}` ({kind}): {meaning}"
        if name and key not in self.shared and name not in seen:
            seen[name] = path
            yield from self.rows(whole, whole["$defs"][name], path + ".", seen, on_shared)

    def anchor(self, key):
        name, _ = key
        if name not in self.ambiguous:
            return name
        return f"{name}-{1 + [one for one in self.shared if one[0] == name].index(key)}"

    def lines(self, whole, schema, on_shared=False):
        return "\n".join(self.rows(whole, schema, "", {}, on_shared))

    def page(self, name):
        schema = self.schemas[name]
        title = schema["title"].replace("The JSON that", "JSON of").replace(" prints", "")
        own = {key: member for key, member in schema["properties"].items() if key not in ENVELOPE}
        return (f"# {title}\n\n{escaped(schema['description'])}. [Every answer]({SHARED}.md) has more.\n\n"
                f"{self.lines(schema, {**schema, 'properties': own})}\n")

    def shared_page(self):
        """What several answers have: what begins each of them, and a heading per object."""
        first = next(iter(self.schemas.values()))
        envelope = {key: first["properties"][key] for key in ENVELOPE}
        envelope["command"] = {**envelope["command"], "const": "the command"}
        text = (f"# Members of several answers\n\nEach answer begins with these; other pages link to the objects below.\n\n"
                f"{self.lines(first, {**first, 'properties': envelope}, True)}\n")
        for key in sorted(self.shared, key=self.anchor):
            whole = self.shared[key]
            schema = whole["$defs"][key[0]]
            text += f"\n## {self.anchor(key)}\n\n{escaped(schema['description'])}.\n\n{self.lines(whole, schema, True)}\n"
        return text

    def all(self):
        return {**{name: self.page(name) for name in self.schemas}, SHARED: self.shared_page()}
