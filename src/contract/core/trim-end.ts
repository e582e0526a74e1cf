/** Without these signs at its end: an expression for that is tried at every sign of a run, so long runs stop everybody. */
export function trimEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}
