"""What findings of `check --format json` say in formats that have no members for the record and the pointer."""


def told(finding):
    """The message, behind the record where it does not name it, and behind the pointer."""
    subject = finding["subject"] if finding["subject"] and finding["subject"] not in finding["message"] else None
    lead = ", ".join(part for part in (subject, finding["pointer"]) if part)
    return f"{lead}: {finding['message']}" if lead else finding["message"]
