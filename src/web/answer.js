// Shows what the program printed as HTML: its words without options, its tables, and what it names as buttons.

/// A button in the text, and what it stands for.
const textButton = (text, title, data) => {
  const button = element("button", { type: "button", class: "option", title }, text);
  Object.assign(button.dataset, data);
  return button;
};

/// Each cell knows its title, for a page too narrow for columns. A GPU leads to its reasons.
function adaptTable(table) {
  const titles = [...table.querySelectorAll("thead th")].map((cell) => cell.textContent);
  for (const cell of table.querySelectorAll("tbody td")) {
    const title = cell.dataset.title ?? titles[cell.cellIndex];
    if (cell.textContent) cell.dataset.title = title;
    if (title !== "GPU" || !cell.textContent) continue;
    const gpu = cell.textContent.replace(/^\d+x /, "");
    cell.replaceChildren(textButton(cell.textContent, `Why ${gpu} ranks where it does`, { gpu }));
  }
}

function makeScrollable(box, label) {
  box.classList.add("rows");
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", label);
}

/// A text without options: those with a figure in words, and without the clauses that name others.
const pageWords = (text) => text.replace(/^(?:gpuadvisor: )?--([\w-]+):/, (_, name) => `${name.replaceAll("-", " ")}:`)
  .replace(/ \((?:--[\w-]+(?:, )?)+\)/g, "").replace(/--support any(?=:)/g, "any software")
  .replace(/--([a-z][\w-]*)(?= \d)/g, (_, name) => name.replaceAll("-", " "))
  .split(/(?<=[;.] )/).filter((clause) => !/(^|[\s`(])--?[a-z]|`/.test(clause)).join("").replace(/;\s*$/, "")
  .replace(/\bnetwork(s?)\b/g, "model$1");

/// What the text names and the form can take over.
const offered = /(\bbudget \d[\d.,]*(?<![.,])|\bmin memory \d+|\bmemory of each GPU \d+|\bany software\b)/;

function adaptTexts(root) {
  const texts = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) texts.push(walk.currentNode);
  for (const text of texts) {
    const parts = pageWords(text.data).split(offered);
    text.replaceWith(...parts.map((part, i) => (i % 2 === 0 ? part : textButton(part, `Ask again with ${part}`, { option: part }))));
  }
}

/// The main part of a page that the program printed, its headings one lower, into `box`; returns its first heading.
/// Where another verdict stands above, that of this page, and its card, are left out.
function showPage(box, page, label, isVerdict) {
  if (!isVerdict) page.querySelectorAll("h1, .asked, .pick").forEach((one) => one.remove());
  for (const heading of page.querySelectorAll("h1, h2, h3")) {
    heading.replaceWith(element(`h${Number(heading.tagName[1]) + 1}`, {}, ...heading.childNodes));
  }
  page.querySelectorAll("table").forEach(adaptTable);
  page.querySelectorAll(".wide").forEach((wide) => makeScrollable(wide, label));
  adaptTexts(page);
  box.replaceChildren(...page.childNodes);
  if (!isVerdict) box.prepend(element("h2", {}, label));
  return box.querySelector("h2")?.textContent ?? "";
}

/// What the program says on standard error, without its name and without pointing to its help.
const remarkLines = (remarks) => remarks.split("\n").map((line) => line.replace(/^gpuadvisor: /, ""))
  .filter((line) => line && !line.startsWith("Try `gpuadvisor"));

function showRemarks(box, answer) {
  const isProblem = answer.status > 1;
  box.append(...remarkLines(answer.remarks).map((line) => {
    const text = pageWords(line) || line;
    return element("p", { class: isProblem ? "problem" : "dim" }, text[0].toUpperCase() + text.slice(1));
  }));
}

/// An answer in `box`; returns what is to be read out, and the figures for charts, where it has them.
function showAnswer(box, answer, label, isVerdict = true) {
  box.replaceChildren();
  const page = new DOMParser().parseFromString(answer.results, "text/html");
  const heading = answer.results ? showPage(box, page.querySelector("main"), label, isVerdict) : "";
  showRemarks(box, answer);
  const figures = page.getElementById("data");
  return { heading: heading || box.textContent, figures: figures && JSON.parse(figures.textContent) };
}
