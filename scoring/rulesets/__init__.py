"""What the pages know of each ruleset: one folder with one presenter for each, found
through `registry`. Only these folders name a ruleset."""
