"""Whether everything that keeps the program going is there: `heartbeats` says when each
part was last heard of, `readiness` what answers, and how late the clock is."""
