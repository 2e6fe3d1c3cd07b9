"use strict";
// The charts: each takes figures that are worked out already, and draws them.

const conditions = ["new", "used", "rent", "mixed"];
const colours = { domain: conditions, range: conditions.map((name) => `var(--${name})`) };
const symbols = { domain: conditions, range: ["circle", "triangle", "square", "diamond"] };
const marks = { new: "●", used: "▲", rent: "■", mixed: "◆" };
const dollars = (amount) => (amount >= 1000 ? `$${grouped(amount / 1000)}k` : `$${amount}`);
const shortened = (name) => name.replace(/^(\d+x )?(GeForce|Radeon|Instinct) /, "$1").replace(/ (Generation|Edition)$/, "");

function drawn(width, label, options) {
  const svg = Plot.plot({
    width,
    style: { fontSize: "12px", background: "transparent", color: "inherit", fontFamily: "inherit" },
    marginTop: 30,
    marginBottom: 42,
    marginRight: 24,
    ariaLabel: label,
    ...options,
  });
  svg.setAttribute("role", "img");
  return svg;
}

/// Labels of points from left to right, without those that would overlap one before.
function labelled(points, width, x, y) {
  const kept = [];
  const apart = (a, b) => Math.abs(x(a) - x(b)) > 0.22 * (width < 500 ? 1.6 : 1) || Math.abs(y(a) - y(b)) > 0.07;
  for (const point of points) if (kept.every((other) => apart(point, other))) kept.push(point);
  return kept;
}

/// Points by condition, filled where `isFull` says so, else hollow.
const dots = (rows, isFull, options) => [
  Plot.dot(rows.filter((row) => !isFull(row)), { ...options, symbol: "condition", stroke: "condition", fill: "var(--ground)" }),
  Plot.dot(rows.filter(isFull), { ...options, symbol: "condition", stroke: "condition", fill: "condition" }),
];

function speedChart(offers, { width, speed, budget }) {
  const known = offers.filter((offer) => offer.price_usd !== null && offer.speed !== null);
  const frontier = known.filter((offer) => offer.on_frontier).sort((a, b) => a.price_usd - b.price_usd);
  const most = d3.max(known, (offer) => offer.speed_high ?? offer.speed) ?? 1;
  const ends = known.flatMap((offer) => [offer.price_low_usd ?? offer.price_usd, offer.price_high_usd ?? offer.price_usd]);
  const prices = d3.extent(budget === null ? ends : [...ends, budget]);
  const along = (offer) => Math.log(offer.price_usd / prices[0]) / Math.log(prices[1] / prices[0] || 2);
  const named = frontier.filter((offer) => width >= 500 || along(offer) >= 0.25);  // a phone has no room on the left
  const names = labelled([...named].reverse(), width, along, (offer) => offer.speed / most);
  const label = `${speed} against price of ${known.length} offers. Frontier, the cheapest first: ` +
    `${frontier.map((offer) => `${title(offer)} ${usd(offer.price_usd)} ${offer.speed}`).join("; ")}.`;
  return drawn(width, label, {
    height: Math.max(320, Math.min(460, width * 0.6)),
    marginLeft: 48,
    x: {
      type: "log", domain: [prices[0] * 0.9, prices[1] * 1.1], label: "Price, US dollars →", tickFormat: dollars, grid: true,
      ticks: width < 500 ? 4 : 8 },
    y: { label: `↑ ${speed}`, grid: true, zero: true, nice: true },
    color: colours,
    symbol: symbols,
    marks: [
      Plot.ruleY([0]),
      Plot.ruleY(known, { y: "speed", x1: "price_low_usd", x2: "price_high_usd", stroke: "condition", strokeOpacity: 0.25 }),
      Plot.ruleX(known, { x: "price_usd", y1: "speed_low", y2: "speed_high", stroke: "condition", strokeOpacity: 0.25 }),
      Plot.line(frontier, { x: "price_usd", y: "speed", curve: "step-after", strokeWidth: 1.5, strokeDasharray: "1 3", strokeLinecap: "round" }),
      budget === null ? null : Plot.ruleX([budget], { stroke: "var(--budget)", strokeWidth: 1.5, strokeDasharray: "6 3" }),
      budget === null ? null : Plot.text([budget], {
        x: (d) => d, frameAnchor: "top", dy: -12, fill: "var(--budget)", text: (d) => `budget ${usd(d)}` }),
      ...dots(known, (offer) => offer.current, { x: "price_usd", y: "speed", r: 4, title: told }),
      ...["start", "end"].map((textAnchor) => Plot.text(names.filter((offer) => (along(offer) < 0.25) === (textAnchor === "start")), {
        x: "price_usd", y: "speed", text: (offer) => shortened(counted(offer)), dy: -12, dx: textAnchor === "end" ? -4 : 4, textAnchor,
        fontSize: 11, stroke: "var(--ground)", fill: "currentColor", strokeWidth: 4 })),
      Plot.tip(known, Plot.pointer({ x: "price_usd", y: "speed", title: told, fill: "var(--ground)" })),
    ],
  });
}

const told = (offer) => [
  title(offer),
  usd(offer.price_usd) + (offer.price_low_usd === null ? "" : ` (${usd(offer.price_low_usd)} to ${usd(offer.price_high_usd)})`),
  `speed ${offer.speed}` + (offer.speed_low === null ? "" : ` (${offer.speed_low} to ${offer.speed_high})`),
  `${offer.memory_gb} GB` + (offer.current ? "" : ", no current offer"),
].join("\n");

const mostBars = 15;
const barMargin = (width) => (width < 500 ? 140 : 230);
const barName = (width, text) => (width < 500 && text.length > 20 ? text.slice(0, 19) + "…" : text);

/// Horizontal bars share their form: a row each, names on the left.
function bars(width, label, rows, name, x, parts) {
  return drawn(width, label, {
    height: 60 + rows.length * 24,
    marginLeft: barMargin(width),
    marginTop: 24,
    x: { grid: true, zero: true, nice: true, ticks: width < 500 ? 4 : 8, ...x },
    y: { label: null, domain: rows.map(name), tickFormat: (text) => barName(width, text), tickSize: 0 },
    color: colours,
    marks: [...parts, Plot.ruleX([0])],
  });
}

const byValue = (offers) => offers.filter((offer) => offer.value !== null).sort((a, b) => b.value - a.value);

function valueChart(offers, { width, speed }) {
  const rows = byValue(offers).slice(0, mostBars);
  const name = (offer) => shortened(title(offer));
  const label = `Speed for each 1,000 dollars, the best ${rows.length}: ` +
    `${rows.map((offer) => `${title(offer)} ${offer.value}`).join("; ")}.`;
  return bars(width, label, rows, name, { label: `${speed}, per $1,000 →` }, [
    Plot.barX(rows, {
      y: name, x: "value", fill: "condition", fillOpacity: (offer) => (offer.current ? 0.75 : 0.3), stroke: "condition",
      insetTop: 3, insetBottom: 3, title: told }),
    Plot.ruleY(rows, { y: name, x1: "value_low", x2: "value_high", stroke: "currentColor", strokeWidth: 1.5 }),
  ]);
}

/// A row per GPU and count, in the order of the offers.
const byGpu = (offers) => [...new Map(offers.map((offer) => [counted(offer), offer]).reverse()).values()].reverse();

function memoryChart(offers, { width, least }) {
  const rows = byGpu(offers).slice(0, mostBars);
  const name = (offer) => shortened(counted(offer));
  const needs = rows.filter((offer) => offer.need_gb !== null);
  const room = (offer) => offer.usable_gb ?? offer.memory_gb;
  const label = `Memory of ${rows.length} GPUs in GB` + (needs.length ? ", and what the job takes: " : ": ") +
    rows.map((offer) => `${counted(offer)} ${room(offer)}` + (offer.need_gb === null ? "" : `, needs ${offer.need_gb}, ${offer.fit}`)).join("; ") + ".";
  return bars(width, label, rows, name, { label: needs.length ? "GB that programs can use, of each →" : "GB of each →" }, [
    Plot.barX(rows, {
      y: name, x: room, fill: "var(--new)", fillOpacity: 0.45, stroke: "var(--new)", insetTop: 3, insetBottom: 3 }),
    Plot.barX(needs, { y: name, x1: "need_low_gb", x2: "need_high_gb", fill: "var(--used)", fillOpacity: 0.5, insetTop: 3, insetBottom: 3 }),
    Plot.tickX(needs, { y: name, x: "need_gb", stroke: "var(--used)", strokeWidth: 2.5 }),
    least === null ? null : Plot.ruleX([least], { stroke: "var(--budget)", strokeWidth: 1.5, strokeDasharray: "6 3" }),
  ]);
}

/// The middle of the month that has no day; a year alone has no place on an axis.
const dated = (date) => (date.length < 7 ? null : new Date(date.length === 7 ? `${date}-15` : date));

const when = (quote) => dated(quote.date);
const quoted = (quote) =>
  `${quote.date}, ${quote.condition}, ${quote.kind}: ${usd(quote.price_usd)}${quote.note ? `\n${quote.note}` : ""}`;

function historyChart(history, { width, today }) {
  const quotes = history.quotes.filter((quote) => dated(quote.date) !== null && quote.kind !== "list");
  const now = history.prices.filter((price) => price.age !== "unusable");
  const day = dated(today);
  const prices = quotes.map((quote) => quote.price_usd);
  const label = `${quotes.length} quotes of the ${history.name}` +
    (prices.length ? `, from ${usd(d3.min(prices))} to ${usd(d3.max(prices))}` : "") +
    `. Today ${now.map((price) => `about ${usd(price.usd)}, from ${usd(price.low_usd)} to ${usd(price.high_usd)}`).join("; ")}.`;
  return drawn(width, label, {
    height: 320,
    marginLeft: 56,
    x: { type: "utc", label: null, ticks: width < 500 ? 4 : 8 },
    y: { label: "↑ US dollars", tickFormat: dollars, grid: true, zero: true, nice: true },
    color: colours,
    symbol: symbols,
    marks: [
      Plot.ruleY([0]),
      ...dots(quotes, (quote) => quote.kind !== "weak", { x: when, y: "price_usd", r: 3.5, fillOpacity: 0.7, title: quoted }),
      Plot.tip(quotes, Plot.pointer({ x: when, y: "price_usd", title: quoted, fill: "var(--ground)" })),
      Plot.ruleX(now, { x: () => day, y1: "low_usd", y2: "high_usd", strokeWidth: 2 }),
      Plot.dot(now, { x: () => day, y: "usd", r: 5, fill: "currentColor" }),
    ],
  });
}

function owningChart(curve, { width }) {
  const last = curve.steps.at(-1);
  const isRented = last.rented_usd !== null;
  const even = curve.break_even_days === null ? null : curve.break_even_days / 365;
  const label = `What the use of the ${counted(curve)} costs: after ${last.years} years ${usd(last.owned_usd)} owned${curve.resale ? " and sold" : ""}` +
    (isRented ? `, ${usd(last.rented_usd)} rented at the median provider.` : ".");
  return drawn(width, label, {
    height: 320,
    marginLeft: 56,
    marginRight: 62,
    x: { label: "Years →", zero: true },
    y: { label: "↑ US dollars, in all", tickFormat: dollars, grid: true, zero: true, nice: true },
    marks: [
      Plot.ruleY([0]),
      isRented ? Plot.areaY(curve.steps, {
        x: "years", y1: "rented_cheapest_usd", y2: "rented_dearest_usd", fill: "var(--rent)", fillOpacity: 0.15 }) : null,
      isRented ? Plot.line(curve.steps, { x: "years", y: "rented_usd", stroke: "var(--rent)", strokeWidth: 2, strokeDasharray: "6 3" }) : null,
      Plot.line(curve.steps, { x: "years", y: "owned_usd", stroke: "var(--new)", strokeWidth: 2.5 }),
      even === null || even > last.years ? null : Plot.ruleX([even], { stroke: "currentColor", strokeDasharray: "2 3" }),
      isRented ? Plot.text([last], { x: "years", y: "rented_usd", text: () => "rented", dx: 6, textAnchor: "start", fill: "var(--rent)" }) : null,
      Plot.text([last], { x: "years", y: "owned_usd", text: () => "owned", dx: 6, textAnchor: "start", fill: "var(--new)" }),
    ],
  });
}
