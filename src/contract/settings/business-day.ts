import { businessZone } from '@/contract/core/day';

/** Calendar day of a moment in the business time zone, as `2026-03-10`. */
export function businessDay(at: Date, timeZone: string = businessZone()): string {
  // The Swedish date format is ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
}

/** `2026-11-12` → `12.11.2026`, the pattern of dates in every language; other texts stay as they are. */
export function dayText(day: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return parts ? `${parts[3]}.${parts[2]}.${parts[1]}` : day;
}
