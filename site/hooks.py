"""What the site needs besides the documents: the README as its first page, links as they are there, anchors as GitHub has them."""

import pathlib
import re

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
ADVISOR = ROOT / "build" / "web" / "gpuadvisor.html"  # where `./dev web` has built it, the site has it too
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.S | re.M)


def slug(text, _separator):
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def pages(folder):
    """Those below it: its README, then the others by name, each under its title without what all titles there begin with."""
    paths = sorted((DOCS / folder).glob("*.md"), key=lambda path: path.stem)
    readme = [f"{folder}README.md" for path in paths if path.name == "README.md"]
    return readme + [{title(path): f"{folder}{path.name}"} for path in paths if path.name != "README.md"]


def title(path):
    line = path.read_text(encoding="utf-8").partition("\n")[0]
    return re.sub("^# (JSON of )?`?gpuadvisor |`$", "", line)


def with_folders(nav):
    """Where a list of pages names a folder, its pages; an item that is a folder has them below its title."""
    found = []
    for item in nav:
        if isinstance(item, str) and item.endswith("/"):
            found += pages(item)
        elif isinstance(item, dict):
            title, below = next(iter(item.items()))
            if isinstance(below, str) and below.endswith("/"):
                below = pages(below)
            found.append({title: with_folders(below) if isinstance(below, list) else below})
        else:
            found.append(item)
    return found


def on_config(config):
    config["mdx_configs"]["toc"]["slugify"] = slug
    config["nav"] = with_folders(config["nav"])
    return config


def on_files(files, config):
    files.append(File("README.md", str(ROOT), config["site_dir"], config["use_directory_urls"]))
    if ADVISOR.exists():
        files.append(File(ADVISOR.name, str(ADVISOR.parent), config["site_dir"], config["use_directory_urls"]))
    return files


def moved(link, page):
    """A link of a page, as it is on the site: of what is outside docs, only the README is there."""
    text, target = link.groups()
    if re.match(r"[a-z]+:|#", target):
        return link[0]
    path, mark, anchor = target.partition("#")
    here = ROOT if page.file.src_path == "README.md" else (DOCS / page.file.src_path).parent
    file = (here / path).resolve()
    if file == ROOT / "README.md":
        place = "README.md"
    elif file == DOCS / "commands":
        place = "commands/README.md"
    elif DOCS in file.parents:
        place = file.relative_to(DOCS).as_posix()
    else:
        return text
    up = "../" * page.file.src_path.count("/")
    return f"[{text}]({up}{place}{mark}{anchor})"


def on_page_markdown(markdown, page, **_):
    """Links, but not in code."""
    parts, end = [], 0
    for code in CODE.finditer(markdown):
        parts += [markdown[end:code.start()], code[0]]
        end = code.end()
    parts.append(markdown[end:])
    # A link may have code in its text, so that links are found in the whole, with code set aside.
    kept = parts[1::2]
    text = "".join(part if number % 2 == 0 else f"\0{number // 2}\0" for number, part in enumerate(parts))
    text = LINK.sub(lambda link: moved(link, page), text)
    text = re.sub(r"\0(\d+)\0", lambda code: kept[int(code[1])], text)
    if page.file.src_path == "README.md" and ADVISOR.exists():
        text = text.replace("\n## ", f"\n**[Ask in this browser]({ADVISOR.name})**: your budget and model in, a GPU out.\n\n## ", 1)
    return text


def on_post_build(config):
    """A map of the site wants its address, which nobody knows here, and has the day in it."""
    for name in ("sitemap.xml", "sitemap.xml.gz"):
        (pathlib.Path(config["site_dir"]) / name).unlink(missing_ok=True)
