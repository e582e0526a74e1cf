import { defaultSettings } from './settings';

/** The calendar day of a moment in the business time zone (design §5), as `2026-03-10`. */
export function businessDay(at: Date): string {
  // Swedish writes days the ISO way.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: defaultSettings.timeZone }).format(at);
}
