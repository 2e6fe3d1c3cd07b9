"""From the source text of a price in the facts to a source id and a short note.

A text is a source name, then what is special about this one quote. SOURCE_NAMES finds the source by the
start of the text; NOTES turns the rest into the price's note. A text that neither table knows stops the
conversion, so that nothing is dropped silently.
"""

import re

# (regular expression for the start of the text, source id, note of every quote of this source)
SOURCE_NAMES = [
    (r"AI Hardware Index, (2026-01-24|first week of January 2026)", "ai-hardware-index-2026-01", None),
    (r"(AMD|Intel) launch price as commonly quoted( \(launch date: Wikipedia via voidful/gpu-info-api\))?",
     "launch-prices-commonly-quoted", None),
    (r"commonly quoted launch price; not confirmed from a dated page", "launch-prices-commonly-quoted", None),
    (r"Chinese digest of the 2019 guide", "dettmers-2019-04-zh", None),
    (r"Danawa Korea lowest new price 2026-02-13", "danawa-2026-02", None),
    (r"Epoch AI machine-learning hardware table, CC BY 4\.0 \(copy of 2026-01-14\)", "epoch-ai-hardware-2026-01", None),
    (r"GPU Poet eBay listing export of 2026-10-10 \(active asking prices; about 45 % of the listings read\)",
     "gpupoet-listings-2026-10", None),
    (r"GPU Poet market report for (?P<month>2026-\d\d)", "gpupoet-report-{month}", None),
    (r"GPU rental profit calculator in a public repository, purchase price set to market minimum, "
     r"calibrated June 2026 \(low end\)", "gpu-rental-calculator-2026-06", "weak estimate of the low end"),
    (r"Hardware purchase table in a public repository, checked 2026-07-14", "hardware-purchase-table-2026-07", None),
    (r"InsiderLLM used price database, eBay sold auctions, 2026-03-02", "insiderllm-2026-03", "sold auctions"),
    (r"Kootenay community co-op research note, May 2026", "kootenay-2026-05", None),
    (r"Lambda, Choosing the best GPU for deep learning, February 2020", "lambda-2020-02", None),
    (r"Local-AI hardware value dashboard, price_as_of 2026-08", "local-ai-dashboard-2026-08", None),
    (r"Mini-PC article notes, Amazon US price seen 2026-09-21", "mini-pc-notes-2026-09", "Amazon"),
    (r"OLX Poland used ask, home-rig deal report of 2026-07-11", "olx-poland-2026-07", None),
    (r"PC Gamer price round-ups, January-February 2026", "pc-gamer-2026-02", None),
    (r"PC resale value table in a public repository \(undated, revised for 2026; rough\)", "pc-resale-values-2026-01",
     "rough value"),
    (r"Public GPU comparison catalogue \(server/ebay-market\.ts\), eBay used buy-it-now asks seen 2026-08-1[123], "
     r"sellers with 98 % and 100 ratings or more", "gpu-comparison-catalogue-ebay-2026-08", None),
    (r"Public GPU comparison catalogue, direct-retailer price check of 2026-08-13",
     "gpu-comparison-catalogue-retail-2026-08", None),
    (r"Refurbished market price in a public cost model, March 2026", "refurbished-cost-model-2026-03", "refurbished"),
    (r"RigCheck parts file, new street price estimate from PC Gamer price tracking, July-August 2026",
     "rigcheck-new-2026-08", "weak estimate"),
    (r"RigCheck parts file, rough used value estimates, September 2026", "rigcheck-used-2026-09", "weak estimate"),
    (r"Source ledger of a public model-runtime repository", "model-runtime-ledger-2026-08", None),
    (r"Street-price research note, March 2026", "street-price-note-2026-03", None),
    (r"TechSpot GPU price survey, October 2018", "techspot-2018-10", None),
    (r"Tom's Hardware eBay sold averages via buttke/ebay-2021-2023-gpu-prices", "tomshardware-ebay-sold-2023-10",
     "average of sales"),
    (r"Tom's Hardware retail column via buttke/ebay-2021-2023-gpu-prices", "tomshardware-retail-2023-11", None),
    (r"United Compute price tracker, (marketplace lowest listing \(repository of 2025-06\)|"
     r"lowest Amazon listing \(repository history\))", "united-compute-tracker", "lowest listing"),
    (r"Wikipedia lists? of (NVIDIA|Intel) GPUs via voidful/gpu-info-api \(copy of 2025-06-16\)",
     "wikipedia-gpu-info-2025-06", None),
    (r"aiinframap, mid-2026", "aiinframap-2026-06", None),
    (r"chipversus\.com average market price \(undated page, written after September 2025; low confidence\)",
     "chipversus-2025-10", "weak estimate"),
    (r"compute-market, 2026-03-31", "compute-market-2026-03", None),
    (r"compute-market\.com, June 2026", "compute-market-2026-06", None),
    (r"craftrigs\.com review 2026 \(undated\)", "craftrigs-review-2026", None),
    (r"craftrigs\.com, early 2026", "craftrigs-2026-01", None),
    (r"data-gate price table, 2026", "data-gate-2026", None),
    (r"dream-server price notes, February 2026", "dream-server-2026-02", None),
    (r"gotfort, undated page of 2026", "gotfort-2026", None),
    (r"gpudojo used-price list, undated, about 2025", "gpudojo-2025", None),
    (r"gpudojo\.com used-from price, (2025-12|2026-02)", "gpudojo-2026-02", "stated as a price from"),
    (r"home-lab guides, early 2026", "home-lab-guides-2026-02", None),
    (r"homelabpicks\.com, March 2026", "homelabpicks-2026-03", None),
    (r"implied by Fig\. 2 divided by Fig\. 3 of the April 2019 guide \(mean of Amazon and eBay\), "
     r"scaled so that RTX 2060 = 350 USD", "dettmers-2019-04",
     "worked out from two charts (mean of Amazon and eBay) with the RTX 2060 at 350 USD"),
    (r"infonestira, 2026, undated", "infonestira-2026", None),
    (r"joshua8\.ai 2026 hardware page \(undated\)", "joshua8-2026", None),
    (r"launch-price tables in retail guides \(digitaltrends, techrechard, kabaddi-games\)", "launch-price-tables",
     None),
    (r"launch list price kept until March 2026 \(newsletter of 2026-03-02 on the rise to 4699\)", "newsletter-2026-03",
     "launch list price, kept until March 2026"),
    (r"local-AI cost calculator page, undated 2026", "local-ai-calculator-2026", None),
    (r"localaimaster\.com, 2026-06-20", "localaimaster-2026-06", None),
    (r"localrig GPU guide, 2026, undated", "localrig-2026", None),
    (r"localrig, 2026-06-29", "localrig-2026-06", None),
    (r"mercatus market note, May 2026", "mercatus-2026-05", None),
    (r"modelfit\.io, 2026-06-15", "modelfit-2026-06", None),
    (r"newgearhub(\.com)?, 2026-04-06", "newgearhub-2026-04", None),
    (r"newsletter of 2026-03-02", "newsletter-2026-03", None),
    (r"ofzenandcomputing(\.com)?, March 2026", "ofzenandcomputing-2026-03", None),
    (r"orionflux, 2026-01-02", "orionflux-2026-01", None),
    (r"pixelation, early 2026", "pixelation-2026-02", None),
    (r"redactle hardware page, end of 2025", "redactle-2025-12", None),
    (r"runaihome\.com, June 2026", "runaihome-2026-06", None),
    (r"runlocalai buying guide, May 2026", "runlocalai-guide-2026-05", None),
    (r"runlocalai market notes, first half of 2026", "runlocalai-market-2026-06", None),
    (r"runlocalai\.co hardware page, 2026", "runlocalai-hardware-2026", None),
    (r"runlocalai\.co, 2026-05-08", "runlocalai-prices-2026-05", None),
    (r"signal-noise, 2026-06-22", "signal-noise-2026-06", None),
    (r"single remark in project notes of a gfx906 inference repository \(undated, after April 2026; low confidence\)",
     "gfx906-project-notes-2026", "weak estimate"),
    (r"specpicks\.com 2026( guide)? \(undated\)", "specpicks-2026", None),
    (r"starryhope\.com, mid-2026", "starryhope-2026-06", None),
    (r"sumguy home-lab page, 2026", "sumguy-2026", None),
    (r"techjuice, January 2026", "techjuice-2026-01", None),
    (r"tinycomputers, 2024-2025 average", "tinycomputers-2025", "average of 2024 and 2025"),
    (r"v2ex thread", "v2ex-2025-01", None),
    (r"vultrbonus price note, 2026", "vultrbonus-2026", None),
]

# (regular expression for the whole rest of the text, note)
NOTES = [
    (r"(low|high) end( of range)?", r"\1 end of range"),
    (r"(low|high) end of used range", r"\1 end of range"),
    (r"\((low|high) end\)", r"\1 end of range"),
    (r"typical", "typical"),
    (r"(new|used|street|market)", None),
    (r"Hugging Face hardware table \(2026\) shows 1\.3k", "another list shows about 1300"),
    (r"stated as nearly (\d+) CNY, converted at 6\.9", r"stated as nearly \1 CNY, at 6.9 CNY/USD"),
    (r"stated as under (\d+) CNY, converted at 6\.9", r"stated as under \1 CNY, at 6.9 CNY/USD"),
    (r"CNY 500-600", "stated as 500 to 600 CNY"),
    (r"VAT included, (\d+) KRW at an assumed 1450 KRW/USD", r"\1 KRW at 1450 KRW/USD, VAT included"),
    (r"([\d.]+) PLN at an assumed 3\.65 PLN/USD", r"ask of \1 PLN at 3.65 PLN/USD"),
    (r"analyst estimate", "analyst estimate, not a list price"),
    (r"analyst estimate of May 2023; no official MSRP", "analyst estimate of May 2023; no list price published"),
    (r"estimate", "estimate"),
    (r"launch price", "launch price"),
    (r"list price", "list price"),
    (r"press report( 2024)?", "press report"),
    (r"reseller (list )?price", r"reseller \1price"),
    (r"refurbished", "refurbished"),
    (r"best offer", "best offer found"),
    (r"one electronics chain", "one electronics chain"),
    (r"one large camera-and-computer shop", "one camera and computer shop"),
    (r"out of production, so renewed or second-hand stock", "out of production: renewed or second-hand"),
    (r"Founders Edition price", "Founders Edition"),
    (r"Founders Edition at resale", "Founders Edition, resale"),
    (r"stated as well over this figure", "lower bound: stated as well over this"),
    (r"stated as this figure or more", "lower bound: stated as this or more"),
    (r"range covers 5070 and 5070 Ti; (low|high) end of range", r"\1 end of one range for 5070 and 5070 Ti"),
    (r"upper end of 3090 class", "upper end for cards of the 3090 class"),
    (r"cheapest partner card", "cheapest partner card"),
    (r"cheapest partner board \(low end\)", "cheapest partner card"),
    (r"large online marketplace", "a large online marketplace"),
    (r"premium models; (low|high) end of range", r"premium models, \1 end of range"),
    (r"typical; (low|high) end of range", r"typical range, \1 end"),
    (r"cheapest offer, most at 3000 or more", "cheapest offer; most ask 3000 or more"),
    (r"low end: second lowest of (\d+) new asks", r"second lowest of \1 asks"),
    (r"low end: second lowest of (\d+) used, refurbished or open-box asks",
     r"second lowest of \1 asks, refurbished included"),
    (r"(lower quartile|lowest) of (\d+) new asks", r"\1 of \2 asks"),
    (r"(lower quartile|lowest) of (\d+) used, refurbished or open-box asks", r"\1 of \2 asks, refurbished included"),
    (r"single new ask", "only ask"),
    (r"single ask", "only ask"),
    (r"single open-box ask", "only ask, open box"),
    (r"single used, refurbished or open-box ask", "only ask, used or refurbished"),
    (r"(low|high) end of (\d+) asks", r"\1 end of \2 asks"),
    (r"average of all eBay listings \(high end of range\)", "mean of all eBay listings, high end"),
    (r"average of the three cheapest US eBay listings", "mean of the three cheapest eBay listings"),
    (r"average of the three cheapest US eBay listings \(worked out from a stated change or ratio\)",
     "mean of the three cheapest eBay listings, worked out from a stated change"),
    (r"new on Amazon, three cheapest", "three cheapest new on Amazon"),
    (r"Newegg new", "Newegg"),
    (r"Newegg new \(third-party seller\)", "Newegg, third-party seller"),
    (r"Newegg new; whole machine: ASUS Ascent GX10, 128 GB, 1 TB", "whole machine: ASUS Ascent GX10, 1 TB, Newegg"),
    (r"Newegg, new, in stock 2026-08-10", "Newegg, in stock"),
    (r"whole machine", "whole machine"),
    (r"whole machine; (low|high) end of range", r"whole machine, \1 end of range"),
    (r"whole machine, Mac Studio (\d+) GB, Apple China (\d+) CNY at 7\.18 CNY/USD, VAT included",
     r"whole machine: Mac Studio, \2 CNY at 7.18 CNY/USD, VAT included"),
    (r"whole machine, Mac Studio 512 GB, last list price before the option was withdrawn",
     "whole machine: Mac Studio, last list price before the option was withdrawn"),
    (r"whole machine, Mac Studio 128 GB; the option was withdrawn from the Apple store in May 2026",
     "whole machine: Mac Studio; option withdrawn in May 2026"),
    (r"whole machine, refurbished, historical \(option withdrawn in 2026\)",
     "whole machine, refurbished; option withdrawn in 2026"),
    (r"whole machine, refurbished", "whole machine, refurbished"),
    (r"whole machine, Mac Studio, Apple direct", "whole machine: Mac Studio from Apple"),
    (r"whole machine, ([^,;()]+) \((low|high) end\)", r"whole machine: \1, \2 end of range"),
    (r"whole machine, after the price rise", "whole machine, after a price rise"),
    (r"whole machine, cheapest 128 GB mini PC", "whole machine: cheapest mini PC"),
    (r"whole machine, ([^,;()]+)", r"whole machine: \1"),
    (r"distributor", "distributor"),
    (r"new, (Micro Center|NVIDIA marketplace)", r"\1"),
    (r"used ask", "ask"),
    (r"(B&H|Best Buy), in stock", r"\1, in stock"),
    (r"(B&H|Best Buy), special order", r"\1, special order"),
    (r"(B&H|Best Buy), (ASUS|PNY) board, in stock", r"\1, \2 board, in stock"),
    (r"(B&H|Best Buy), (ASUS|PNY) board, in stock; (low|high) end", r"\1, \2 board, in stock, \3 end of range"),
    (r"eBay sold listing seen 2026-08-10 \((low|high) end\)", r"eBay sale, \1 end of range"),
    (r"eBay used ask seen 2026-08-06, card only", "eBay ask, card only"),
    (r"eBay used ask seen 2026-08-09", "eBay ask"),
    (r"eBay used ask with shipping seen 2026-08-10", "eBay ask with shipping"),
    (r"Amazon \((low|high) end\)", r"Amazon, \1 end of range"),
    (r"eBay used", "eBay"),
    (r"gray market; (low|high) end of range", r"grey market, \1 end of range"),
]


def source_and_note(text):
    """The source id of a price's source text and its note (None: nothing to add)."""
    for name, source, common_note in SOURCE_NAMES:
        found = re.match(f"{name}(?=$|[,;:. (])", text)
        if found:
            rest = text[found.end():].lstrip(",;: ")
            return source.format(**found.groupdict()), _join(common_note, _note_of(rest, text))
    raise ValueError(f"no source known for price text: {text}")


def _note_of(rest, text):
    if not rest:
        return None
    for pattern, note in NOTES:
        found = re.fullmatch(pattern, rest)
        if found:
            return note and found.expand(note)
    raise ValueError(f"no note known for {rest!r} in: {text}")


def _join(*notes):
    return "; ".join(note for note in notes if note) or None
