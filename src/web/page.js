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

/// Puts the words of an option into the control that stands for it, else behind the others.
function takeOver(words) {
  const [name, value] = words.split(" ");
  const control = { "--budget": "budget", "--min-memory": "memory", "--condition": "condition", "--support": "support",
    "--count": "count", "--rank-by": "rank" }[name];
  const input = form.elements[control];
  const plain = value.replaceAll(",", "");
  if (input && (input.tagName === "INPUT" || [...input.options].some((choice) => choice.value === plain))) {
    input.value = plain;
  } else {
    form.elements.more.value = `${form.elements.more.value} ${words}`.trim();
  }
}

function setUp(program) {
  const usual = askedIn(form);
  const patience = 500;  // milliseconds for a question that is no longer asked
  let version = 0;
  let isBusy = false;

  const isNewest = (mine) => mine === version;
  const asHtml = (words, mine) => program.ask([...words, "--format", "html"], () => isNewest(mine));

  function adaptForm(asked) {
    form.elements.task.closest("label").hidden = !asked.model;
    form.elements.workload.closest("label").hidden = Boolean(asked.model);
    const address = addressOf(asked, usual);
    history.replaceState(null, "", address ? `#${address}` : location.pathname + location.search);
    part("line").textContent = `gpuadvisor ${shellLine(recommendWords(asked))}`;
  }

  /// Answers one section; returns what is to be read out of it.
  async function show(id, words, mine, label) {
    const answer = await asHtml(words, mine);
    return isNewest(mine) ? showAnswer(part(id), answer, label) : "";
  }

  /// With the workload that the network chosen belongs to: reasons and upgrades are told for one.
  async function withWorkload(asked, mine) {
    if (!asked.model) return asked;
    const { results } = await program.ask([...recommendWords(asked), "--format", "json"], () => isNewest(mine));
    return { ...asked, workload: results ? JSON.parse(results).query.workload : "" };
  }

  async function showRest(request, mine) {
    const asked = await withWorkload(request, mine);
    if (!isNewest(mine)) return "";
    part("own").hidden = !asked.own;
    if (asked.own) part("line").textContent += `\ngpuadvisor ${shellLine(upgradeWords(asked))}`;
    const told = asked.own ? await show("own-answer", upgradeWords(asked), mine, "What to do with your GPU") : "";
    const gpu = part("why-gpu").value.trim();
    if (part("why").open && gpu && isNewest(mine)) {
      await show("why-answer", explainWords(asked, gpu), mine, `Why ${gpu} stands where it does`);
    }
    if (part("sure").open && isNewest(mine)) {
      await show("sure-answer", [...recommendWords(asked), "--explain"], mine, "How sure the answer is");
    }
    return told;
  }

  async function answer() {
    const mine = ++version;
    const asked = askedIn(form);
    adaptForm(asked);
    const timer = isBusy ? setTimeout(() => isNewest(mine) && program.restart(), patience) : 0;
    isBusy = true;
    part("answer").setAttribute("aria-busy", "true");
    const first = await show("answer", recommendWords(asked), mine, "GPUs that qualify");
    clearTimeout(timer);
    if (!isNewest(mine)) return;
    part("answer").removeAttribute("aria-busy");
    const second = await showRest(asked, mine);
    if (!isNewest(mine)) return;
    isBusy = false;
    part("told").textContent = `${first} ${second}`.trim();
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
  form.addEventListener("change", answerSoon);
  form.addEventListener("reset", () => setTimeout(answer));
  part("why-gpu").addEventListener("input", answerWhenTyped);
  part("why-gpu").addEventListener("change", answerSoon);
  for (const id of ["sure", "why"]) part(id).addEventListener("toggle", () => part(id).open && answerSoon());
  part("all-columns").addEventListener("change", ({ target }) => document.body.classList.toggle("short", !target.checked));
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
    } else if (option === "--explain") {
      openUp(part("sure"));
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
  answer();
}

async function begin() {
  const program = programBeside(await carriedModule());
  window.ask = program.ask;
  setUp(program);
  const [version, reading] = [await program.ask(["--version"]), await program.ask(["help", "reading"])];
  part("reading").textContent = reading.results;
  part("version").textContent = version.results.trim();
  const networks = await listed(program, ["memory", "--list"]);
  namesFor("networks", networks.results);
  part("day").textContent = networks.catalog.as_of;
  const gpus = await listed(program, ["list", "-n", "0", "--fields", "name"]);
  namesFor("gpus", gpus.results.sort((a, b) => a.name.localeCompare(b.name)));
  document.body.dataset.state = "ready";
}

begin().catch((error) => {
  part("answer").replaceChildren(element("p", { class: "problem" },
    `This browser cannot run the program: ${error.message}. It takes Chrome or Edge 95, Firefox 113, Safari 16.4, or a newer one.`));
});
