import { isTimeZone } from '@/contract/core/day';
import { defaultSettings } from '@/contract/settings';

let zone: string = defaultSettings.timeZone;

/** Business time zone: the one of the settings when they were last read. */
export function businessZone(): string {
  return zone;
}

/** Called wherever the settings are read; ignores an unknown name. */
export function setBusinessZone(name: string): void {
  if (name !== zone && isTimeZone(name)) zone = name;
}

/** Calendar day of a moment in the business time zone, as `2026-03-10`. */
export function businessDay(at: Date, timeZone: string = zone): string {
  // The Swedish date format is ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
}
