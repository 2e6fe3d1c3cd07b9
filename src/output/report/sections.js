// Puts charts and tables into the page, and redraws them when the reader chooses: of a report, or of the answer that the
// page in a browser has just got.

let data = null;
const filters = document.getElementById("filters");
const within = (id, selector) => document.querySelector(`#${id} ${selector}`);
const pick = () => data.offers.find((offer) => offer.isPick);

const keys = (rows) => conditions.filter((name) => rows.some((row) => row.condition === name))
  .map((name) => {
    const sign = element("span", { style: `color: var(--${name})`, "aria-hidden": "true" }, marks[name] + " ");
    return element("span", { class: "key" }, sign, name === "rent" ? "rented" : name);
  });

const fitKeys = (offers, least) => Object.keys(fits).filter((fit) => offers.some((offer) => fitOf(offer, least) === fit))
  .map((fit) => element("span", { class: "key" }, element("span", { style: `color: var(--${fit})`, "aria-hidden": "true" }, "■ "), fits[fit]));

function put(id, chart, rows, caption, legend = []) {
  within(id, ".chart").replaceChildren(chart);
  within(id, "figcaption").replaceChildren(...legend, caption);
  const box = within(id, ".wide");
  box.replaceChildren(rows);
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", rows.getAttribute("aria-label"));
}

const width = () => Math.max(300, Math.min(928, document.getElementById("charts").clientWidth));

function shown() {
  const { condition, vendor, memory, answer } = filters.elements;
  return data.offers.filter((offer) =>
    (!condition.value || offer.condition === condition.value) && (!vendor.value || offer.vendor === vendor.value) &&
    offer.memory_gb >= Number(memory.value) && (!answer.checked || offer.rank !== null));
}

const memoryWords = (offers, least) =>
  (offers.some((offer) => offer.need_gb !== null)
    ? "Bars: memory that programs can use. Marks: what the job takes, with its 80 % interval."
    : "Bars: memory of each GPU.") +
  (least === null ? "" : ` Dashed: at least ${plain(least)} GB are wanted.`) +
  (byGpu(offers).length > mostBars ? ` The first ${mostBars}; the table has all.` : "");

function drawOffers() {
  const offers = shown();
  filters.elements.shown.value = `${offers.length} of ${data.offers.length} offers shown`;
  const isEmpty = offers.length === 0;
  for (const id of ["speed", "value", "memory"]) document.getElementById(id).hidden = isEmpty;
  if (isEmpty) return;
  const { query } = data;
  const budget = query.budget_usd;
  const least = query.job ? null : query.min_memory_gb ?? query.memory_gb.from ?? query.memory_floor_gb;
  const room = { width: width(), speed: data.speed, budget, least };
  const near = inReach(offers, budget);
  const dearer = offers.length - near.length;
  const beyond = dearer === 0 ? "" : ` ${dearer} that cost more than ${usd(2 * budget)} are in the table only.`;
  put("speed", speedChart(near, room), speedTable(offers),
    (near.some((offer) => offer.isPick) ? "★ Best buy. " : "") + "Faint lines: 80 % intervals. Dotted: the frontier, where no other current offer is at least as fast for no more " +
    "money. Hollow: no current offer." + (budget === null ? "" : " Dashed: the budget.") + beyond, keys(near));
  const values = byValue(near);
  put("value", valueChart(near, room), valueTable(byValue(offers)),
    "Lines: within the 80 % interval of the price. Pale: no current offer." +
    (values.length > mostBars ? ` The best ${mostBars}; the table has all.` : ""), keys(firstWithPick(values)));
  put("memory", memoryChart(near, room), memoryTable(byGpu(offers)), memoryWords(near, least), fitKeys(firstWithPick(byGpu(near)), least));
}

function drawHistory() {
  const history = data.histories[within("history", "select").value];
  put("history", historyChart(history, { width: width(), today: data.catalog.as_of, pick: pick() }), historyTable(history),
    "Quotes as they were seen; hollow: articles and dashboards. On the right: the prices of today with their 80 % " +
    "intervals. Quotes of a year alone, and list prices, are in the table only.", keys(history.quotes));
}

function evenWords(curve) {
  if (curve.steps.at(-1).rented_usd === null) return "Nobody is known to rent it out.";
  return curve.break_even_days === null
    ? "Owning never costs less than renting at the median provider."
    : `Owning costs no more than renting at the median provider after ${grouped(curve.break_even_days)} days.`;
}

function drawOwning() {
  const curve = data.owning[within("owning", "select").value];
  put("owning", owningChart(curve, { width: width() }), owningTable(curve),
    `${evenWords(curve)} Bought ${curve.condition} for ${usd(curve.purchase_usd)}, ${plain(curve.hours_per_day)} hours of work a day, ` +
    `${usd(curve.usd_per_kwh)} a kWh, ${curve.resale ? "" : "not "}sold at the end. Shaded: from the cheapest provider to the dearest.`);
}

function draw() {
  if (data.offers.length) drawOffers();
  if (data.histories.length) drawHistory();
  if (data.owning.length) drawOwning();
}

/// Only what looks like a place on the web is made a link.
function sourceItem(source) {
  const isPlace = /^[a-z0-9.-]+\.[a-z]{2,}(\/\S*)?$/i.test(source.address ?? "");
  const name = isPlace
    ? element("a", { href: `https://${source.address}`, rel: "noreferrer" }, source.title) : source.title;
  const rest = [source.publisher, source.date, source.grade].filter(Boolean).join(", ");
  return element("li", { id: `source-${source.id}` }, name, `: ${rest} (${source.id})`);
}

const options = (values, name = String) => values.map((value) => element("option", { value }, name(value)));
const distinct = (values) => [...new Set(values)].filter((value) => value !== null);

/// What a select offers; the first, or the one that is given.
function offer(select, choices, chosen = 0) {
  select.replaceChildren(...choices);
  select.selectedIndex = Math.max(0, chosen);
}

/// Shows the figures of an answer, which `report` tells.
function showSections(found) {
  data = found;
  currency = currencyOf(data.catalog.exchange);
  for (const one of data.offers) one.isPick = one.rank !== null && one.rank === data.pick;
  const best = pick();
  for (const one of data.owning) one.isPick = best !== undefined && one.id === best.id && one.count === best.count;
  const any = element("option", { value: "" }, "any");
  const { condition, vendor, memory, answer } = filters.elements;
  offer(condition, [any, ...options(conditions.filter((one) => data.offers.some((row) => row.condition === one)),
    (one) => (one === "rent" ? "rented" : one))]);
  offer(vendor, [any.cloneNode(true), ...options(distinct(data.offers.map((row) => row.vendor)).sort())]);
  offer(memory, [element("option", { value: 0 }, "any"), ...options(distinct(data.offers.map((row) => row.memory_gb)).sort((a, b) => a - b),
    (gigabytes) => `${gigabytes} GB or more`)]);
  answer.checked = false;
  answer.closest("label").hidden = data.query.budget_usd === null;
  offer(within("history", "select"), data.histories.map((one, i) => element("option", { value: i }, starred(one.name, one.id === best?.id))),
    data.histories.findIndex((one) => one.id === best?.id));
  offer(within("owning", "select"), data.owning.map((one, i) => element("option", { value: i }, starredName(one))),
    data.owning.findIndex((one) => one.isPick));
  within("sources", "ul").replaceChildren(...data.sources.map(sourceItem));
  const isKnown = { speed: data.offers, value: data.offers, memory: data.offers, history: data.histories, owning: data.owning };
  for (const [id, rows] of Object.entries(isKnown)) {
    document.getElementById(id).hidden = rows.length === 0;
    within("charts", `nav a[href="#${id}"]`).parentElement.hidden = rows.length === 0;
  }
  filters.hidden = data.offers.length === 0;
  document.getElementById("charts").hidden = false;
  draw();
}

function setUpSections() {
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.addEventListener("change", drawOffers);
  filters.addEventListener("reset", () => setTimeout(drawOffers));
  within("history", "select").addEventListener("change", drawHistory);
  within("owning", "select").addEventListener("change", drawOwning);
  let drawnAt = width();
  addEventListener("resize", () => {
    if (data !== null && width() !== drawnAt) draw();
    drawnAt = width();
  });
}
