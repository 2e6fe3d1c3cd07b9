// Shows what the program printed as HTML: its words, its tables, and the options that it names as buttons.

const columnsForMore = new Set(["80 %", "each", "per $k", "n", "from-to", "GB/s", "released", "W", "owned", "rented"]);
const columnsForRoom = new Set(["basis", "seen"]);

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/// A button in the text, and what it stands for.
const textButton = (text, title, data) => {
  const button = element("button", { type: "button", class: "option", title }, text);
  Object.assign(button.dataset, data);
  return button;
};

/// The columns that the terminal leaves out as well are for those who want all of them. A GPU leads to its reasons.
function adaptTable(table) {
  const titles = [...table.querySelectorAll("thead th")].map((cell) => cell.textContent);
  for (const row of table.rows) {
    [...row.cells].forEach((cell, i) => {
      cell.classList.toggle("more", columnsForMore.has(titles[i]));
      cell.classList.toggle("roomy", columnsForRoom.has(titles[i]));
      if (titles[i] === "GPU" && cell.tagName === "TD" && cell.textContent) {
        const gpu = cell.textContent.replace(/^\d+x /, "");
        cell.replaceChildren(textButton(cell.textContent, `Why ${gpu} stands where it does`, { gpu }));
      }
    });
  }
}

function makeScrollable(box, label) {
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", label);
}

/// Options in the text that the form can take over: "--support any", "--budget 1362", "-n 0".
const offeredOption = /(?<![\w`-])(--(?:explain(?![\w-])|(?:budget|min-memory|ram) \d[\d.,]*(?<![.,])|(?:support|form|condition|count|rank-by|evidence) [\w-]+)|-n 0)(?![\w`])/;

function linkOptions(root) {
  const texts = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (offeredOption.test(walk.currentNode.data)) texts.push(walk.currentNode);
  for (const text of texts) {
    const parts = text.data.split(offeredOption);
    text.replaceWith(...parts.map((part, i) => (i % 2 === 0 ? part
      : textButton(part, part === "--explain" ? "How sure the answer is" : `Ask again with ${part}`, { option: part }))));
  }
}

/// The main part of a page that the program printed, its headings one lower, into `box`; returns its first heading.
function showPage(box, html, label) {
  const page = new DOMParser().parseFromString(html, "text/html").querySelector("main");
  for (const heading of page.querySelectorAll("h1, h2, h3")) {
    heading.replaceWith(element(`h${Number(heading.tagName[1]) + 1}`, {}, ...heading.childNodes));
  }
  page.querySelectorAll("table").forEach(adaptTable);
  page.querySelectorAll(".wide").forEach((wide) => makeScrollable(wide, label));
  linkOptions(page);
  box.replaceChildren(...page.childNodes);
  return box.querySelector("h2")?.textContent ?? "";
}

/// What the program says on standard error, without its name and without pointing to its help.
const remarkLines = (remarks) => remarks.split("\n").map((line) => line.replace(/^gpuadvisor: /, ""))
  .filter((line) => line && !line.startsWith("Try `gpuadvisor"));

function showRemarks(box, answer) {
  const isProblem = answer.status > 1;
  const lines = remarkLines(answer.remarks).map((line) => element("p", { class: isProblem ? "problem" : "dim" }, line));
  box.append(...lines);
  lines.forEach(linkOptions);
}

/// An answer in `box`; returns what is to be read out.
function showAnswer(box, answer, label) {
  box.replaceChildren();
  const heading = answer.results ? showPage(box, answer.results, label) : "";
  showRemarks(box, answer);
  return heading || box.textContent;
}
