import { defaultSettings } from '@/contract/settings';

let zone: string = defaultSettings.timeZone;

/** Business time zone (design §5): the one of the settings when they were last read. */
export function businessZone(): string {
  return zone;
}

/** Called wherever the settings are read; ignores an unknown name. */
export function setBusinessZone(name: string): void {
  if (name !== zone && isTimeZone(name)) zone = name;
}

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

/** Calendar day of a moment in the business time zone, as `2026-03-10`. */
export function businessDay(at: Date, timeZone: string = zone): string {
  // The Swedish date format is ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
}

/** True for an existing calendar day, such as `2026-03-10`. */
export function isDay(text: string): boolean {
  const day = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  // `Date` reads 30 February as 2 March.
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
