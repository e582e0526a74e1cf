/** True when a file that should be text is a picture, a PDF or anything else under a wrong name. */
export function isForeign(start: Buffer): boolean {
  if (start[0] === 0xff && start[1] === 0xfe) return false;
  return start.includes(0) || /^(%PDF-|\{\\rtf)/.test(start.toString('latin1', 0, 8));
}
