// What the form asks for, as command lines and as the part of the address behind "#".

/// The words of a line, as a shell splits it.
function wordsOf(line) {
  const words = [];
  let word = null;
  for (const [, escaped, single, double, blank, plain] of line.matchAll(/\\([^])|'([^']*)'|"((?:\\[^]|[^"\\])*)"|(\s+)|([^])/g)) {
    if (blank !== undefined) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? "") + (escaped ?? single ?? double?.replace(/\\([^])/g, "$1") ?? plain);
    }
  }
  return word === null ? words : [...words, word];
}

/// A command line that a shell splits into these words.
const shellLine = (words) =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");

/// An option and what follows it; nothing where there is nothing to say.
const option = (name, value) => (value === "" ? [] : [name, value]);

/// What `recommend`, `explain` and `upgrade` are asked alike.
const filterWords = (asked) => [
  ...option("--budget", asked.budget), ...option("--min-memory", asked.memory), ...option("--condition", asked.condition),
  ...option("--support", asked.support), ...option("--currency", asked.currency),
];
const rankWords = (asked) => [...filterWords(asked), ...option("--rank-by", asked.rank)];

/// A kind of work: language models unless another is chosen.
const workWords = (asked) => ["--workload", asked.workload || "llm-inference"];

/// What is to be run: a model with its task, or a kind of work.
const jobWords = (asked) => (asked.model ? ["--model", asked.model, ...option("--task", asked.task)] : workWords(asked));

const recommendWords = (asked, command = "recommend") => [command, ...jobWords(asked), ...option("--count", asked.count),
  ...rankWords(asked), ...option("--kwh", asked.kwh), ...wordsOf(asked.more)];

/// Reasons are told for a kind of work. Options behind a model may say how it runs, so they are left out.
const explainWords = (asked, gpu) => ["explain", gpu, ...workWords(asked), ...rankWords(asked), ...(asked.model ? [] : wordsOf(asked.more))];

/// What to do with the GPU that one has.
const upgradeWords = (asked) => ["upgrade", asked.own, ...workWords(asked), ...filterWords(asked), ...option("--kwh", asked.kwh)];

/// What is asked for, of a form whose controls have names; a control without a value is "".
const askedIn = (form) => Object.fromEntries([...form.elements].filter((control) => control.name)
  .map((control) => [control.name, control.value.trim()]));

/// Only what is not as it was: the part of an address that brings the same answer back.
const addressOf = (asked, usual) =>
  new URLSearchParams(Object.entries(asked).filter(([name, value]) => value !== usual[name])).toString();

/// What an address says, and for the rest what is usual.
function fillIn(form, address, usual) {
  const given = new URLSearchParams(address);
  for (const control of form.elements) {
    if (control.name in usual) control.value = given.get(control.name) ?? usual[control.name];
  }
  if (given.get("workload") && !given.has("model")) form.elements.model.value = "";  // which the page opens with
}
