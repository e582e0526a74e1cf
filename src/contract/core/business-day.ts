import { defaultSettings } from '@/contract/settings';

let zone: string = defaultSettings.timeZone;

/** The time zone that the business keeps its days and hours in (design §5): that of the settings as last read. */
export function businessZone(): string {
  return zone;
}

/** Called wherever the settings are read; a name that does not exist is passed over. */
export function setBusinessZone(name: string): void {
  if (name !== zone && isTimeZone(name)) zone = name;
}

/** Whether there is a time zone of this name. */
export function isTimeZone(name: string): boolean {
  // `+03:00` would be one, too, but no place where clocks go by a rule.
  if (!/^[A-Z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The calendar day of a moment in the business time zone, as `2026-03-10`. */
export function businessDay(at: Date, timeZone: string = zone): string {
  // Swedish writes days the ISO way.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
}

/** Whether a text is a day of the calendar, as `2026-03-10`. */
export function isDay(text: string): boolean {
  const day = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  // The thirtieth of February would read as the second of March.
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
