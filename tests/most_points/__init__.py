"""A fifth ruleset, made for the tests and for docs/adding-a-ruleset.md: whoever wins
takes the stake from everybody. `game` is its folder of rules, `presenter` what the
pages know of it."""
