"""Figures as JSON tells them: with nine significant digits."""


def assert_same_figure(found, expected):
    """To what is left of nine digits after a difference or a quotient of such figures."""
    if abs(found - expected) > 1e-7 * max(abs(found), abs(expected), 1):
        raise AssertionError(f"{found} != {expected} in nine digits")
