"use strict";
// The charts: each takes figures that are worked out already, and draws them.

const conditions = ["new", "used", "rent", "mixed"];
const colours = { domain: conditions, range: conditions.map((name) => `var(--${name})`) };
const symbols = { domain: conditions, range: ["circle", "triangle", "square", "diamond"] };
const marks = { new: "●", used: "▲", rent: "■", mixed: "◆" };
const dollars = (amount) => usd(amount / currency.rate);
const shortened = (name) => name.replace(/^(★ )?(\d+x )?(GeForce|Radeon|Instinct) /, "$1$2").replace(/ (Generation|Edition)$/, "");
const starredName = (offer) => starred(counted(offer), offer.isPick);

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

/// Where labels stand beside their points, the first point first: those are left out that would cover another label or
/// leave the chart, or the star of the best buy. `place` tells the point in pixels.
function labelled(points, text, place, width) {
  const kept = points.filter((point) => point.isPick).map((point) => ({ point, left: place(point).x - 10, wide: 20, top: place(point).y - 8 }));
  const isFirst = (point, i) => points.findIndex((other) => text(other) === text(point)) === i;
  for (const point of points.filter(isFirst)) {
    const { x, y } = place(point);
    const wide = (point.isPick ? 8 : 6.6) * text(point).length;
    for (const [anchor, above] of [["end", true], ["start", true], ["start", false], ["end", false]]) {
      const box = { left: anchor === "start" ? x + 4 : x - 4 - wide, top: y + (above ? -18 : 6) };
      const isFree = box.left > 44 && box.left + wide < width && kept.every((other) => other.point === point ||
        box.left > other.left + other.wide || other.left > box.left + wide || Math.abs(box.top - other.top) > 15);
      if (!isFree) continue;
      kept.push({ point, anchor, above, wide, ...box });
      break;
    }
  }
  return kept.filter((label) => label.anchor);
}

/// Points by condition, filled where `isFull` says so, else hollow.
const dots = (rows, isFull, options) => [
  Plot.dot(rows.filter((row) => !isFull(row)), { ...options, symbol: "condition", stroke: "condition", fill: "var(--ground)" }),
  Plot.dot(rows.filter(isFull), { ...options, symbol: "condition", stroke: "condition", fill: "condition" }),
];

/// How far charts go: to twice the budget, unless all is dearer. What is beyond is in the tables.
function inReach(offers, budget) {
  const near = offers.filter((offer) => budget === null || offer.price_usd === null || offer.price_usd <= 2 * budget);
  return near.length ? near : offers;
}

function speedChart(offers, { width, speed, budget }) {
  const known = offers.filter((offer) => offer.price_usd !== null && offer.speed !== null);
  const frontier = known.filter((offer) => offer.on_frontier).sort((a, b) => a.price_usd - b.price_usd);
  const picks = known.filter((offer) => offer.isPick);
  const height = Math.max(340, Math.min(480, width * 0.6));
  const most = 1.08 * (d3.max(known, (offer) => offer.speed_high ?? offer.speed) ?? 1);
  const price = (offer) => offer.price_usd * currency.rate;
  const ends = d3.extent([...known.map((offer) => offer.price_usd), ...(budget === null ? [] : [budget, 2 * budget])]);
  const across = d3.scaleLog([ends[0] * 0.9 * currency.rate, ends[1] * 1.02 * currency.rate], [48, width - 24]);
  const up = d3.scaleLinear([0, most], [height - 42, 30]);
  const low = (offer) => Math.max(across.domain()[0], (offer.price_low_usd ?? offer.price_usd) * currency.rate);
  const high = (offer) => Math.min(across.domain()[1], (offer.price_high_usd ?? offer.price_usd) * currency.rate);
  const text = (offer) => shortened(starredName(offer)) + (offer.isPick ? ` ${usd(offer.price_usd)}` : "");
  const isWithin = (offer) => budget === null || offer.price_usd <= budget;
  const named = [...new Set([...picks, ...frontier.filter(isWithin).reverse(), ...frontier, ...known.filter((offer) => offer.rank !== null && offer.rank <= 5)])];
  const names = labelled(named, text, (offer) => ({ x: across(price(offer)), y: up(offer.speed) }), width);
  const label = `${speed} against price of ${known.length} offers.` +
    picks.map((offer) => ` Best buy: ${title(offer)} ${usd(offer.price_usd)} ${speedText(offer)}.`).join("") + " Frontier, the cheapest first: " +
    `${frontier.map((offer) => `${title(offer)} ${usd(offer.price_usd)} ${speedText(offer)}`).join("; ")}.`;
  const groups = d3.groups(names, ({ anchor, above, point }) => `${anchor} ${above} ${point.isPick}`);
  return drawn(width, label, {
    height,
    marginLeft: 48,
    x: {
      type: "log", domain: across.domain(), label: `Price, ${currency.sign === "$" ? "US dollars" : currency.sign.trim()} →`, tickFormat: dollars,
      grid: true, ticks: width < 500 ? 3 : 8 },
    y: { label: `↑ ${speed}`, grid: true, domain: [0, most] },
    color: colours,
    symbol: symbols,
    marks: [
      Plot.ruleY([0]),
      Plot.ruleY(known, { y: "speed", x1: low, x2: high, stroke: "condition", strokeOpacity: 0.25 }),
      Plot.ruleX(known, { x: price, y1: "speed_low", y2: "speed_high", stroke: "condition", strokeOpacity: 0.25 }),
      Plot.line(frontier, { x: price, y: "speed", curve: "step-after", strokeWidth: 1.5, strokeDasharray: "1 3", strokeLinecap: "round" }),
      budget === null ? null : Plot.ruleX([budget * currency.rate], { stroke: "var(--budget)", strokeWidth: 1.5, strokeDasharray: "6 3" }),
      budget === null ? null : Plot.text([budget * currency.rate], {
        x: (d) => d, frameAnchor: "top", dy: -12, fill: "var(--budget)", text: () => `budget ${usd(budget)}` }),
      ...dots(known.filter((offer) => !offer.isPick), (offer) => offer.current, { x: price, y: "speed", r: 4, title: told }),
      Plot.dot(picks, { x: price, y: "speed", r: 9, symbol: "star", fill: "var(--pick)", stroke: "var(--ground)", title: told }),
      ...groups.map(([, [{ anchor, above, point }, ...rest], all = [point, ...rest.map((one) => one.point)]]) => Plot.text(all, {
        x: price, y: "speed", text, dy: above ? -12 : 12, dx: anchor === "end" ? -4 : 4, textAnchor: anchor,
        fontSize: point.isPick ? 13 : 11, fontWeight: point.isPick ? "bold" : null, stroke: "var(--ground)", fill: "currentColor", strokeWidth: 4 })),
      Plot.tip(known, Plot.pointer({ x: price, y: "speed", title: told, fill: "var(--ground)" })),
    ],
  });
}

const told = (offer) => [
  title(offer),
  usd(offer.price_usd) + (offer.price_low_usd === null ? "" : ` (${usd(offer.price_low_usd)} to ${usd(offer.price_high_usd)})`),
  `speed ${speedText(offer)}` + (offer.speed_low === null ? "" :
    ` (${ofSpeed().as(offer.speed_low, offer)} to ${ofSpeed().as(offer.speed_high, offer)})`),
  `${offer.memory_gb} GB` + (offer.current ? "" : ", no current offer"),
].join("\n");

const mostBars = 15;
const barMargin = (width) => (width < 500 ? 140 : 230);
const barName = (width, text) => (width < 500 && text.length > 20 ? text.slice(0, 19) + "…" : text);
/// The first rows, and the best buy in any case.
const firstWithPick = (offers) => offers.filter((offer, i) => i < mostBars || offer.isPick);

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

const thousand = () => `${currency.sign}1,000`;
const worth = (key) => (offer) => offer[key] === null ? null : offer[key] / currency.rate;

function valueChart(offers, { width, speed }) {
  const rows = firstWithPick(byValue(offers));
  const name = (offer) => shortened(starred(title(offer), offer.isPick));
  const label = `Speed for each ${thousand()}, the best ${rows.length}: ` +
    `${rows.map((offer) => `${starred(title(offer), offer.isPick)} ${ofValue("value").as(offer.value / currency.rate, offer)}`).join("; ")}.`;
  return bars(width, label, rows, name, { label: `${speed}, per ${thousand()} →` }, [
    Plot.barX(rows, {
      y: name, x: worth("value"), fill: "condition", fillOpacity: (offer) => (offer.current ? 0.75 : 0.3), stroke: "condition",
      insetTop: 3, insetBottom: 3, title: told }),
    Plot.ruleY(rows, { y: name, x1: worth("value_low"), x2: worth("value_high"), stroke: "currentColor", strokeWidth: 1.5 }),
  ]);
}

/// A row per GPU and count: the best buy, then the others in their order.
const byGpu = (offers) => [...d3.group([...offers].sort((a, b) => Number(b.isPick) - Number(a.isPick)), counted).values()]
  .map(([first]) => first);

/// How an offer's memory does for the job, or against the least that is wanted; in words and as a colour.
const fitOf = (offer, least) => offer.fit ?? (least === null ? "fits" : offer.memory_gb >= least ? "fits" : "does-not-fit");
const fits = { "fits": "fits", "tight": "tight", "does-not-fit": "does not fit" };

function memoryChart(offers, { width, least }) {
  const rows = firstWithPick(byGpu(offers));
  const name = (offer) => shortened(starredName(offer));
  const needs = rows.filter((offer) => offer.need_gb !== null);
  const room = (offer) => offer.usable_gb ?? offer.memory_gb;
  const label = `Memory of ${rows.length} GPUs in GB` + (needs.length ? ", and what the job takes: " : ": ") + rows.map((offer) =>
    `${starredName(offer)} ${bearing(room(offer))}` +
    (offer.need_gb === null ? "" : `, needs ${bearing(offer.need_gb, offer.need_low_gb, offer.need_high_gb)}, ${fits[offer.fit]}`)).join("; ") + ".";
  const colour = (offer) => `var(--${fitOf(offer, least)})`;
  const end = (offer) => Math.max(room(offer), offer.need_high_gb ?? 0);
  const space = width < 500 ? 1.6 : 1.2;  // for what stands behind the longest bar
  const across = { label: needs.length ? "GB that programs can use, of each →" : "GB of each →", domain: [0, space * d3.max(rows, end)], nice: false };
  return bars(width, label, rows, name, across, [
    Plot.barX(rows, { y: name, x: room, fill: colour, fillOpacity: 0.4, stroke: colour, insetTop: 3, insetBottom: 3 }),
    Plot.text(rows, { y: name, x: end, dx: 5, textAnchor: "start", fontSize: 11, text: (offer) =>
      `${plain(offer.memory_gb)} GB` + (offer.fit === null && least === null ? "" : `, ${fits[fitOf(offer, least)]}`) }),
    Plot.barX(needs, { y: name, x1: "need_low_gb", x2: "need_high_gb", fill: "currentColor", fillOpacity: 0.35, insetTop: 3, insetBottom: 3 }),
    Plot.tickX(needs, { y: name, x: "need_gb", strokeWidth: 2.5 }),
    least === null ? null : Plot.ruleX([least], { stroke: "var(--budget)", strokeWidth: 1.5, strokeDasharray: "6 3" }),
  ]);
}

/// The middle of the month that has no day; a year alone has no place on an axis.
const dated = (date) => (date.length < 7 ? null : new Date(date.length === 7 ? `${date}-15` : date));

const when = (quote) => dated(quote.date);
const quoted = (quote) =>
  `${quote.date}, ${quote.condition}, ${quote.kind}: ${usd(quote.price_usd)}${quote.note ? `\n${quote.note}` : ""}`;

function historyChart(history, { width, today, pick }) {
  const quotes = history.quotes.filter((quote) => dated(quote.date) !== null && quote.kind !== "list");
  const isPick = (price) => pick !== undefined && history.id === pick.id && price.condition === pick.condition;
  const now = history.prices.filter((price) => price.age !== "unusable").sort((a, b) => b.usd - a.usd);
  const day = dated(today);
  const amount = (key) => (one) => one[key] * currency.rate;
  const prices = quotes.map((quote) => quote.price_usd);
  const text = (price) => starred(`${price.condition} ${usd(price.usd)}`, isPick(price));
  const label = `${quotes.length} quotes of the ${history.name}` +
    (prices.length ? `, from ${usd(d3.min(prices))} to ${usd(d3.max(prices))}` : "") +
    `. Today ${now.map((price) => `${text(price)}, from ${usd(price.low_usd)} to ${usd(price.high_usd)}`).join("; ")}.`;
  return drawn(width, label, {
    height: 320,
    marginLeft: 62,
    marginRight: 104,
    x: { type: "utc", label: null, ticks: width < 500 ? 3 : 8 },
    y: { label: `↑ Price of one, ${currency.sign.trim()}`, tickFormat: dollars, grid: true, zero: true, nice: true },
    color: colours,
    symbol: symbols,
    marks: [
      Plot.ruleY([0]),
      ...dots(quotes, (quote) => quote.kind !== "weak", { x: when, y: amount("price_usd"), r: 3.5, fillOpacity: 0.7, title: quoted }),
      Plot.tip(quotes, Plot.pointer({ x: when, y: amount("price_usd"), title: quoted, fill: "var(--ground)" })),
      Plot.ruleX(now, { x: () => day, y1: amount("low_usd"), y2: amount("high_usd"), stroke: "condition", strokeWidth: 2 }),
      Plot.dot(now.filter((price) => !isPick(price)), { x: () => day, y: amount("usd"), r: 5, symbol: "condition", fill: "condition" }),
      Plot.dot(now.filter(isPick), { x: () => day, y: amount("usd"), r: 8, symbol: "star", fill: "var(--pick)" }),
      ...now.map((price, i) => Plot.text([price], { x: () => day, y: amount("usd"), text, dx: 10, dy: i === 0 ? -6 : i === now.length - 1 ? 6 : 0,
        textAnchor: "start", fontWeight: isPick(price) ? "bold" : null, fill: "currentColor" })),
    ],
  });
}

function owningChart(curve, { width }) {
  const last = curve.steps.at(-1);
  const amount = (key) => (step) => step[key] * currency.rate;
  const isRented = last.rented_usd !== null;
  const even = curve.break_even_days === null ? null : curve.break_even_days / 365;
  const label = `What the use of the ${starredName(curve)} costs: after ${last.years} years ${usd(last.owned_usd)} owned${curve.resale ? " and sold" : ""}` +
    (isRented ? `, ${usd(last.rented_usd)} rented at the median provider.` : ".");
  return drawn(width, label, {
    height: 320,
    marginLeft: 62,
    marginRight: 62,
    x: { label: "Years →", zero: true },
    y: { label: `↑ ${currency.sign.trim()}, in all`, tickFormat: dollars, grid: true, zero: true, nice: true },
    marks: [
      Plot.ruleY([0]),
      isRented ? Plot.areaY(curve.steps, {
        x: "years", y1: amount("rented_cheapest_usd"), y2: amount("rented_dearest_usd"), fill: "var(--rent)", fillOpacity: 0.15 }) : null,
      isRented ? Plot.line(curve.steps, { x: "years", y: amount("rented_usd"), stroke: "var(--rent)", strokeWidth: 2, strokeDasharray: "6 3" }) : null,
      Plot.line(curve.steps, { x: "years", y: amount("owned_usd"), stroke: "var(--new)", strokeWidth: 2.5 }),
      even === null || even > last.years ? null : Plot.ruleX([even], { stroke: "currentColor", strokeDasharray: "2 3" }),
      isRented ? Plot.text([last], { x: "years", y: amount("rented_usd"), text: () => "rented", dx: 6, textAnchor: "start", fill: "var(--rent)" }) : null,
      Plot.text([last], { x: "years", y: amount("owned_usd"), text: () => "owned", dx: 6, textAnchor: "start", fill: "var(--new)" }),
    ],
  });
}
