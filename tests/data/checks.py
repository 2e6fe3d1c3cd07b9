"""What the scripts that check data have in common."""


class Checks:
    """Counts checks and prints those that fail."""

    def __init__(self):
        self.passed = self.failed = 0

    def __call__(self, holds, problem):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(problem)

    def report(self):
        """Prints how many passed and failed; whether all passed."""
        print(f"{self.passed} passed, {self.failed} failed")
        return self.failed == 0
