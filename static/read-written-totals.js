// Scores as people write them: 32400, 32,400, 32.400, 32 400 or 32'400. The server reads them by
// the same rules (scoring/entry_forms/written_totals.py).
const whole = /^([-+]?) ?(\d{1,12}|[1-9]\d{0,2}([., '])\d{3}(?:\3\d{3}){0,3})$/;

// The score; null if the text is not a whole number or could be read in more than one way.
export function readTotal(text) {
  const typed = text.trim().replace(/[−–]/g, "-").replace(/[’‘]/g, "'").replace(/[\u00a0\u202f\u2009]/g, " ");
  const match = whole.exec(typed);
  return match && Number(match[1] + match[2].replace(/\D/g, ""));
}
