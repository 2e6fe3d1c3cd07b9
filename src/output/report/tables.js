"use strict";
// How figures are written, and the tables behind the charts.

const grouped = (number) => {
  const [whole, part] = String(Math.abs(number)).split(".");
  return (number < 0 ? "-" : "") + whole.replace(/\B(?=(\d{3})+$)/g, ",") + (part ? "." + part : "");
};
const usd = (amount) => (amount < 0 ? "-$" : "$") + grouped(Math.abs(amount));
const plain = (value) => (typeof value === "number" ? grouped(value) : String(value));
const counted = (offer) => (offer.count > 1 ? `${offer.count}x ` : "") + offer.name;
/// What tells an offer from the others of a chart.
const title = (offer) => counted(offer) + (offer.condition ? `, ${offer.condition}` : "");

/// An element with attributes and children, which are elements or text.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/// Columns are { title, of: the value of a row, as: how it is written }; what is not known is a dash.
function table(caption, columns, rows) {
  const isNumber = columns.map(({ of }) => rows.some((row) => typeof of(row) === "number"));
  const cell = (column, i, row) => {
    const value = column.of(row);
    const text = value === null || value === undefined ? "-" : (column.as ?? plain)(value);
    return element(i === 0 ? "th" : "td", i === 0 ? { scope: "row" } : isNumber[i] ? { class: "number" } : {}, text);
  };
  const titles = columns.map((column, i) =>
    element("th", isNumber[i] ? { scope: "col", class: "number" } : { scope: "col" }, column.title));
  return element("table", { "aria-label": caption },
    element("thead", {}, element("tr", {}, ...titles)),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...columns.map((column, i) => cell(column, i, row))))));
}

const yes = (flag) => (flag ? "yes" : "no");
const offerColumns = [
  { title: "GPU", of: counted },
  { title: "condition", of: (offer) => offer.condition },
];

const speedTable = (offers) => table("Prices and speeds", [
  ...offerColumns,
  { title: "rank", of: (offer) => offer.rank },
  { title: "vendor", of: (offer) => offer.vendor },
  { title: "GB", of: (offer) => offer.memory_gb },
  { title: "price", of: (offer) => offer.price_usd, as: usd },
  { title: "from", of: (offer) => offer.price_low_usd, as: usd },
  { title: "to", of: (offer) => offer.price_high_usd, as: usd },
  { title: "current", of: (offer) => offer.current, as: yes },
  { title: "speed", of: (offer) => offer.speed },
  { title: "from", of: (offer) => offer.speed_low },
  { title: "to", of: (offer) => offer.speed_high },
  { title: "frontier", of: (offer) => offer.on_frontier, as: yes },
], offers);

const valueTable = (offers) => table("Values", [
  ...offerColumns,
  { title: "per $1,000", of: (offer) => offer.value },
  { title: "from", of: (offer) => offer.value_low },
  { title: "to", of: (offer) => offer.value_high },
], offers);

const memoryTable = (offers) => table("Memory", [
  { title: "GPU", of: counted },
  { title: "GB", of: (offer) => offer.memory_gb },
  { title: "usable, GB", of: (offer) => offer.usable_gb },
  { title: "needed, GB", of: (offer) => offer.need_gb },
  { title: "from", of: (offer) => offer.need_low_gb },
  { title: "to", of: (offer) => offer.need_high_gb },
  { title: "fit", of: (offer) => offer.fit },
], offers);

const historyTable = (history) => table(`Quotes of the ${history.name}`, [
  { title: "date", of: (quote) => quote.date },
  { title: "condition", of: (quote) => quote.condition },
  { title: "kind", of: (quote) => quote.kind },
  { title: "quoted", of: (quote) => quote.price_usd, as: usd },
  { title: "moved to today", of: (quote) => quote.moved_usd, as: usd },
  { title: "source", of: (quote) => quote.source },
  { title: "note", of: (quote) => quote.note },
], history.quotes);

const owningTable = (curve) => table(`Costs of the ${counted(curve)}`, [
  { title: "years", of: (step) => step.years },
  { title: curve.resale ? "owned, then sold" : "owned", of: (step) => step.owned_usd, as: usd },
  { title: "rented, median", of: (step) => step.rented_usd, as: usd },
  { title: "cheapest", of: (step) => step.rented_cheapest_usd, as: usd },
  { title: "dearest", of: (step) => step.rented_dearest_usd, as: usd },
], curve.steps);
