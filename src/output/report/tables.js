"use strict";
// How figures are written, and the tables behind the charts.

const grouped = (figure) => {
  const [, sign, whole, part] = /^(-?)(\d+)(.*)$/.exec(String(figure));
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ",") + part;
};
/// What one dollar is in the currency of the answer, and its sign.
let currency = { rate: 1, sign: "$" };
const currencyOf = (exchange) => (exchange === null ? { rate: 1, sign: "$" } :
  { rate: (1 + exchange.tax_percent / 100) / exchange.usd_per_unit, sign: exchange.currency === "USD" ? "$" : `${exchange.currency} ` });
/// Whole dollars from 100 on; less with cents, and those of a kWh or an hour with three digits.
const usd = (amount) => {
  const size = Math.abs(amount * currency.rate);
  const text = size >= 100 || Number.isInteger(size) ? size.toFixed(0) : size >= 1 ? size.toFixed(2) : size.toPrecision(3);
  return (amount < 0 ? "-" : "") + currency.sign + grouped(text);
};
const plain = (value) => (typeof value === "number" ? grouped(value) : String(value));
/// A figure with the digits that its interval bears; one without an interval as one of five percent.
function bearing(value, low = null, high = null) {
  const half = high > low ? (high - low) / 2 : Math.abs(value) / 20;
  const digits = half > 0 ? -Math.floor(Math.log10(half / 2)) : 0;
  return grouped((Math.round(value * 10 ** digits) / 10 ** digits).toFixed(Math.max(0, digits)));
}
const speedText = (offer) => bearing(offer.speed, offer.speed_low, offer.speed_high);
const ofSpeed = (key) => ({ of: (offer) => offer[key], as: (value, offer) => bearing(value, offer.speed_low, offer.speed_high) });
const ofValue = (key) => ({
  of: (offer) => (offer[key] === null ? null : offer[key] / currency.rate),
  as: (value, offer) => bearing(value, offer.value_low / currency.rate, offer.value_high / currency.rate),
});
const ofNeed = (key) => ({ of: (offer) => offer[key], as: (value, offer) => bearing(value, offer.need_low_gb, offer.need_high_gb) });
const counted = (offer) => (offer.count > 1 ? `${offer.count}x ` : "") + offer.name;
/// What tells an offer from the others of a chart.
const title = (offer) => counted(offer) + (offer.condition ? `, ${offer.condition}` : "");
const star = "★ ";
/// The best buy has a star before its name, wherever it stands.
const starred = (name, isPick) => (isPick ? star : "") + name;

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
    const text = value === null || value === undefined ? "-" : (column.as ?? plain)(value, row);
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
  { title: "GPU", of: (offer) => starred(counted(offer), offer.isPick) },
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
  { title: "speed", ...ofSpeed("speed") },
  { title: "from", ...ofSpeed("speed_low") },
  { title: "to", ...ofSpeed("speed_high") },
  { title: "frontier", of: (offer) => offer.on_frontier, as: yes },
], offers);

const valueTable = (offers) => table("Values", [
  ...offerColumns,
  { title: `per ${currency.sign}1,000`, ...ofValue("value") },
  { title: "from", ...ofValue("value_low") },
  { title: "to", ...ofValue("value_high") },
], offers);

const memoryTable = (offers) => table("Memory", [
  { title: "GPU", of: (offer) => starred(counted(offer), offer.isPick) },
  { title: "GB", of: (offer) => offer.memory_gb },
  { title: "usable, GB", of: (offer) => offer.usable_gb, as: (value) => bearing(value) },
  { title: "needed, GB", ...ofNeed("need_gb") },
  { title: "from", ...ofNeed("need_low_gb") },
  { title: "to", ...ofNeed("need_high_gb") },
  { title: "fit", of: (offer) => offer.fit, as: (fit) => fit.replaceAll("-", " ") },
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
