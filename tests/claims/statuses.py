"""What shows a claim: worked out from what its record changes to see the answer change."""

import re

from runs import is_meant

COMPUTED, RULE, SHOWN, CONTRADICTED, OUTSIDE = KINDS = ["computed", "rule", "shown", "contradicted", "outside"]

# Tables of what is the same whatever a guide says: specifications, prices, speeds, networks, software.
INDEPENDENT = {"gpus", "prices", "hosts", "scores", "models", "support", "architecture_features"}
# Tables of what a guide says that code applies to the case at hand.
RULES = {"workloads", "memory_floors", "speedups", "deployment_rules", "cooling_rules", "power_limits",
         "power_supply_rules", "cluster_mixes", "upgrade_rules", "free_tiers", "avoidances"}
COMPUTED_RULES = {"fp16-memory-factor"}  # among `guide_rules`, whose figures are else only repeated
WORDS = set("title says note notes does reason reasons unless advice what terms change covers limits accelerators "
            "files label question budget_text measured except_when action".split())


class Statuses:
    """`of(claim)` for the claims of the guides in a catalog."""

    def __init__(self, catalog):
        self.catalog = catalog
        self.guides = tuple(guide["id"] for guide in catalog["guides"])

    def of(self, claim):
        if "command" not in claim:
            return OUTSIDE
        if "measured" in claim:
            return CONTRADICTED
        changes = [change for change in claim.get("mutate", []) if not is_read_back(change, claim)]
        if any(self.is_independent(change) for change in changes):
            return COMPUTED
        if any(applies(change) for change in changes):
            return RULE
        # What holds whatever the data is held by a test with data of its own.
        return COMPUTED if "shown_by" in claim and claim["id"].startswith("INV") else SHOWN

    def is_independent(self, change):
        """Whether no guide is the source of what is changed."""
        if change["table"] not in INDEPENDENT:
            return False
        records = [change["add"]] if "add" in change else [
            record for record in self.catalog[change["table"]] if is_meant(record, change.get("where", {}))]
        return any(not self.is_of_guide(record.get("source", "")) for record in records)

    def is_of_guide(self, source):
        """Sources of a guide are called as the guide is, with what tells its copies apart."""
        return source.startswith(self.guides)


def applies(change):
    """Whether code works with what is changed. Words are only repeated, and so are picks and what ends of charts name."""
    table, where = change["table"], change.get("where", {})
    if table == "guide_rules":
        return where.get("id") in COMPUTED_RULES
    if table in INDEPENDENT:
        return True
    return table in RULES and any(field not in WORDS for field in fields_of(change) or [table])


def is_read_back(change, claim):
    """Whether all that is expected of the change is to find the changed value printed."""
    names = {part for field in fields_of(change) for part in (field, field.removesuffix("_usd"))}
    paths = [one.get("path", "").removesuffix("/usd").split("/") for one in claim["then"]]
    return bool(names) and all(path[-1] in names for path in paths)


def fields_of(change):
    places = [*change.get("set", {}), *change.get("scale", {}), *change.get("remove", [])]
    return [re.sub(r"/\d+$", "", place).split("/")[-1] for place in places]
