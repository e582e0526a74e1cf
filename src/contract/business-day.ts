import { defaultSettings } from './settings';

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
