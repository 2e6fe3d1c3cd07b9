// The page: the form asks, the program answers beside it, and the newest question wins.

const form = document.getElementById("request");
const part = (id) => document.getElementById(id);

/// The bytes that the page carries, compressed and in base64.
async function carriedModule() {
  const packed = Uint8Array.from(atob(part("module").textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/// The program in a worker. `ask(words, isWanted)` promises its answer, which never comes if it is no longer wanted when the
/// program is restarted: a question that takes long must not keep the next one waiting.
function programBeside(bytes) {
  const source = URL.createObjectURL(new Blob([part("worker").textContent], { type: "text/javascript" }));
  const waiting = new Map();
  let worker = null;
  let count = 0;
  function start() {
    worker = new Worker(source);
    worker.onmessage = ({ data }) => {
      waiting.get(data.id)?.resolve(data.answer ?? { status: 3, results: "", remarks: `gpuadvisor: ${data.problem}\n` });
      waiting.delete(data.id);
      if (data.problem) restart();
    };
    worker.postMessage({ bytes });
    for (const [id, { words }] of waiting) worker.postMessage({ id, words });
  }
  function restart() {
    worker.terminate();
    for (const [id, { isWanted }] of waiting) if (!isWanted()) waiting.delete(id);
    start();
  }
  start();
  return {
    restart,
    ask: (words, isWanted = () => true) => new Promise((resolve) => {
      waiting.set(++count, { words, isWanted, resolve });
      worker.postMessage({ id: count, words });
    }),
  };
}

const listed = async (program, words) => JSON.parse((await program.ask([...words, "--format", "json"])).results);

/// Names to choose from, which may be typed as well.
const namesFor = (list, rows) => part(list).replaceChildren(...rows.map((row) => element("option", { value: row.name })));

/// Puts what a text names into the control that stands for it, else behind the other options.
function takeOver(words) {
  const { budget, memory, support, more } = form.elements;
  const figure = words.replaceAll(",", "").match(/[\d.]+$/)?.[0];
  if (words.startsWith("budget")) budget.value = figure;
  else if (words === "any software") support.value = "any";
  else if ([...memory.options].some((choice) => choice.value === figure)) memory.value = figure;
  else more.value = `${more.value} --min-memory ${figure}`.trim();
}

function setUp(program) {
  const usual = askedIn(form);
  const patience = 500;  // milliseconds for a question that is no longer asked
  let version = 0;
  let isBusy = false;

  const isNewest = (mine) => mine === version;
  const ask = (words, format, mine) => program.ask([...words, "--format", format], () => isNewest(mine));

  function adaptForm(asked) {
    form.elements.task.closest("label").hidden = !asked.model;
    part("own").hidden = !asked.own;
    const address = addressOf(asked, usual);
    history.replaceState(null, "", address ? `#${address}` : location.pathname + location.search);
    part("line").textContent = `gpuadvisor ${shellLine(recommendWords(asked))}`;
  }

  /// Answers one section; returns what is to be read out of it.
  async function show(id, words, mine, label) {
    const answer = await ask(words, "html", mine);
    return isNewest(mine) ? showAnswer(part(id), answer, label).heading : "";
  }

  /// The least memory of one GPU that does the job, which `upgrade` is not told; empty without a job, or where none does.
  function leastMemory(figures) {
    const fitting = figures.offers.filter((offer) => offer.count === 1 && offer.fit !== null).map((offer) => offer.memory_gb);
    return fitting.length ? String(Math.min(...fitting)) : "";
  }

  /// What `upgrade` would buy, as offers have it; null where it buys nothing.
  async function upgradeBuys(asked, mine) {
    const { results } = await ask(upgradeWords(asked), "json", mine);
    const one = results ? JSON.parse(results).results[0] : null;
    return one?.choice === "replace" ? one.best.card : null;
  }

  /// The answer with its charts. With a GPU that one has, the verdict is what to do with it, and so is the star.
  async function showMain(asked, mine) {
    const reply = await ask(recommendWords(asked, "report"), "html", mine);
    if (!isNewest(mine)) return "";
    const { heading, figures } = showAnswer(part("answer"), reply, asked.own ? "GPUs that qualify" : "Answer", !asked.own);
    part("charts").hidden = figures === null;
    if (figures === null) return heading;
    asked.workload = figures.query.workload;  // of the model: reasons and upgrades are told for one
    if (!asked.own) {
      showSections(figures);
      return heading;
    }
    const owned = { ...asked, memory: asked.memory || leastMemory(figures) };
    part("line").textContent += `\ngpuadvisor ${shellLine(upgradeWords(owned))}`;
    const told = await show("own-answer", upgradeWords(owned), mine, "What to do with your GPU");
    const card = await upgradeBuys(owned, mine);
    if (!isNewest(mine)) return "";
    const isIt = (offer) => offer.id === card?.id && offer.condition === card.condition && offer.count === 1;
    showSections({ ...figures, pick: figures.offers.find(isIt)?.rank ?? null });
    return told;
  }

  async function showDetails(asked, mine) {
    const gpu = part("why-gpu").value.trim();
    if (part("why").open && gpu && isNewest(mine)) {
      await show("why-answer", explainWords(asked, gpu), mine, `Why ${gpu} ranks where it does`);
    }
    if (part("sure").open && isNewest(mine)) {
      await show("sure-answer", [...recommendWords(asked), "--explain"], mine, "How sure the answer is");
    }
  }

  async function answer() {
    const mine = ++version;
    const asked = askedIn(form);
    adaptForm(asked);
    const timer = isBusy ? setTimeout(() => isNewest(mine) && program.restart(), patience) : 0;
    isBusy = true;
    part("answer").setAttribute("aria-busy", "true");
    const told = await showMain(asked, mine);
    clearTimeout(timer);
    if (!isNewest(mine)) return;
    part("answer").removeAttribute("aria-busy");
    await showDetails(asked, mine);
    if (!isNewest(mine)) return;
    isBusy = false;
    part("told").textContent = told;
  }

  let timer = 0;
  const answerSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(answer, 120);
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  /// A name is asked for once it is one of those offered, or finished: half of one is no question.
  const isHalfTyped = ({ value, list }) => list && value && ![...list.options].some((name) => name.value === value);
  const answerWhenTyped = ({ target }) => isHalfTyped(target) || answerSoon();
  form.addEventListener("input", answerWhenTyped);
  /// A model says what kind of work it is, and another kind of work has no model.
  form.addEventListener("change", ({ target }) => {
    const { model, workload } = form.elements;
    if (target === workload && workload.value) model.value = "";
    if (target === model && model.value) workload.value = "";
    answerSoon();
  });
  form.addEventListener("reset", () => setTimeout(answer));
  part("why-gpu").addEventListener("input", answerWhenTyped);
  part("why-gpu").addEventListener("change", answerSoon);
  for (const id of ["sure", "why"]) part(id).addEventListener("toggle", () => part(id).open && answerSoon());
  function openUp(details) {
    details.open = true;
    details.querySelector("summary").focus();
    answerSoon();
  }
  document.addEventListener("click", ({ target }) => {
    const { gpu, option } = target.dataset ?? {};
    if (gpu) {
      part("why-gpu").value = gpu;
      openUp(part("why"));
    } else if (option) {
      takeOver(option);
      answer();
    }
  });
  part("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(part("line").textContent);
    part("copied").textContent = "Copied.";
    setTimeout(() => (part("copied").textContent = ""), 2000);
  });
  addEventListener("hashchange", () => {
    fillIn(form, location.hash.slice(1), usual);
    answer();
  });
  fillIn(form, location.hash.slice(1), usual);
  part("choices").open = [...part("choices").querySelectorAll("[name]")].some((control) => control.value);
  setUpSections();
  answer();
}

async function begin() {
  const program = programBeside(await carriedModule());
  window.ask = program.ask;
  setUp(program);
  const [version, reading] = [await program.ask(["--version"]), await program.ask(["help", "reading"])];
  part("reading").textContent = reading.results;
  part("version").textContent = version.results.trim();
  const models = await listed(program, ["memory", "--list"]);
  namesFor("models", models.results);
  part("day").textContent = models.catalog.as_of;
  const gpus = await listed(program, ["list", "-n", "0", "--fields", "name"]);
  namesFor("gpus", gpus.results.sort((a, b) => a.name.localeCompare(b.name)));
  document.body.dataset.state = "ready";
}

begin().catch((error) => {
  part("answer").replaceChildren(element("p", { class: "problem" },
    `This browser cannot run the program: ${error.message}. It takes Chrome or Edge 95, Firefox 113, Safari 16.4, or a newer one.`));
});
