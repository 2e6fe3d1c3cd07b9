"use strict";
// Puts charts and tables into the page, and redraws them when the reader chooses.

const data = JSON.parse(document.getElementById("data").textContent);
const form = document.getElementById("filters");
const query = data.query;
const budget = query.budget_usd;
const part = (id, selector) => document.querySelector(`#${id} ${selector}`);

const keys = (rows) => conditions.filter((name) => rows.some((row) => row.condition === name))
  .map((name) => {
    const sign = element("span", { style: `color: var(--${name})`, "aria-hidden": "true" }, marks[name] + " ");
    return element("span", { class: "key" }, sign, name === "rent" ? "rented" : name);
  });

function put(id, chart, rows, caption, legend = []) {
  part(id, ".chart").replaceChildren(chart);
  part(id, "figcaption").replaceChildren(...legend, caption);
  const box = part(id, ".wide");
  box.replaceChildren(rows);
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", rows.getAttribute("aria-label"));
}

const width = () => Math.max(300, Math.min(928, document.getElementById("charts").clientWidth));

function shown() {
  const { condition, vendor, memory, answer } = form.elements;
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
  form.elements.shown.value = `${offers.length} of ${data.offers.length} offers shown`;
  const isEmpty = offers.length === 0;
  for (const id of ["speed", "value", "memory"]) document.getElementById(id).hidden = isEmpty;
  if (isEmpty) return;
  const least = query.job ? null : query.min_memory_gb ?? query.memory_gb.from ?? query.memory_floor_gb;
  const room = { width: width(), speed: data.speed, budget, least };
  put("speed", speedChart(offers, room), speedTable(offers),
    "Faint lines: 80 % intervals. Dotted: the frontier, where no other current offer is at least as fast for no more " +
    "money. Hollow: no current offer." + (budget === null ? "" : " Dashed: the budget."), keys(offers));
  const values = byValue(offers);
  put("value", valueChart(offers, room), valueTable(values),
    "Lines: within the 80 % interval of the price. Pale: no current offer." +
    (values.length > mostBars ? ` The best ${mostBars}; the table has all.` : ""), keys(values.slice(0, mostBars)));
  put("memory", memoryChart(offers, room), memoryTable(byGpu(offers)), memoryWords(offers, least));
}

function drawHistory() {
  const history = data.histories[part("history", "select").value];
  put("history", historyChart(history, { width: width(), today: data.catalog.as_of }), historyTable(history),
    "Quotes as they were seen; hollow: articles and dashboards. On the right: the price of today with its 80 % " +
    "interval. Quotes of a year alone, and list prices, are in the table only.", keys(history.quotes));
}

function evenWords(curve) {
  if (curve.steps.at(-1).rented_usd === null) return "Nobody is known to rent it out.";
  return curve.break_even_days === null
    ? "Owning never costs less than renting at the median provider."
    : `Owning costs no more than renting at the median provider after ${grouped(curve.break_even_days)} days.`;
}

function drawOwning() {
  const curve = data.owning[part("owning", "select").value];
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

function setUp() {
  const { condition, vendor, memory, answer } = form.elements;
  condition.append(...options(conditions.filter((one) => data.offers.some((offer) => offer.condition === one)),
    (one) => (one === "rent" ? "rented" : one)));
  vendor.append(...options(distinct(data.offers.map((offer) => offer.vendor)).sort()));
  memory.append(...options(distinct(data.offers.map((offer) => offer.memory_gb)).sort((a, b) => a - b),
    (gigabytes) => `${gigabytes} GB or more`));
  answer.closest("label").hidden = budget === null;
  part("history", "select").append(...data.histories.map((one, i) => element("option", { value: i }, one.name)));
  part("owning", "select").append(...data.owning.map((one, i) => element("option", { value: i }, counted(one))));
  part("sources", "ul").append(...data.sources.map(sourceItem));
  const isKnown = { speed: data.offers, value: data.offers, memory: data.offers, history: data.histories, owning: data.owning };
  for (const [id, rows] of Object.entries(isKnown)) {
    document.getElementById(id).hidden = rows.length === 0;
    part("charts", `nav a[href="#${id}"]`).parentElement.hidden = rows.length === 0;
  }
  form.hidden = data.offers.length === 0;
  document.querySelector("footer").textContent =
    `gpuadvisor ${data.catalog.version}, catalog of ${data.catalog.as_of}. ${data.asked}.`;
  document.getElementById("charts").hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", drawOffers);
  form.addEventListener("reset", () => setTimeout(drawOffers));
  part("history", "select").addEventListener("change", drawHistory);
  part("owning", "select").addEventListener("change", drawOwning);
  let drawnAt = width();
  addEventListener("resize", () => {
    if (width() !== drawnAt) draw();
    drawnAt = width();
  });
}

setUp();
draw();
