export const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export const usualTimeZone = 'Europe/Moscow';

let zone: string = usualTimeZone;

/** Business time zone: the one of the settings when they were last read. */
export function businessZone(): string {
  return zone;
}

/** Called wherever the settings are read; ignores an unknown name. */
export function setBusinessZone(name: string): void {
  if (name !== zone && isTimeZone(name)) zone = name;
}

/** dd.mm.yyyy */
export const datePattern = /^(0[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])\.\d{4}$/;

/** True for the name of an IANA time zone. */
export function isTimeZone(name: string): boolean {
  // `Intl` also accepts an offset like `+03:00`, which has no daylight-saving rules.
  if (!/^[A-Z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** True for an existing calendar day, such as `2026-03-10`. */
export function isDay(text: string): boolean {
  const day = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  // `Date` reads 30 February as 2 March.
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** `12.11.2026`, also `1.3.2026` → `2026-11-12`. Other texts, and 30 February, stay as they are. */
export function dayValue(text: string): string {
  const written = text
    .trim()
    .replace(/^(\d)\./, '0$1.')
    .replace(/\.(\d)\./, '.0$1.');
  const day = datePattern.test(written) ? written.split('.').reverse().join('-') : '';
  return isDay(day) ? day : text.trim();
}

const dayMs = 86_400_000;

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
