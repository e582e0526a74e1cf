export const dayMs = 86_400_000;

export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Local time as `2026-03-10 14:05:00`: the Swedish format is ISO 8601. */
export function clockAt(at: number, timeZone: string): string {
  const known = clocks.get(timeZone);
  const clock =
    known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  if (!known) clocks.set(timeZone, clock);
  return clock.format(at);
}

/** The moment of a local time, such as `2026-03-10T14:05`; within the hour that a clock change skips, as many minutes after the change. */
export function momentOf(local: string, timeZone: string): number {
  const asUtc = Date.parse(`${local}Z`);
  const offsetAt = (at: number) =>
    Date.parse(`${clockAt(at, timeZone).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
  // The offset of a day before is the one from before a change; it decides for the skipped hour.
  const first = asUtc - offsetAt(asUtc - dayMs);
  const second = asUtc - offsetAt(first);
  return offsetAt(second) === offsetAt(first) ? second : first;
}
