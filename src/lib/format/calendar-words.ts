import { businessZone } from '@/contract/core/day';
import { dateFormat } from './format';

/** What a calendar calls its parts. A day itself is `formatDate`. */

/** `ноябрь 2026` for `2026-11` or a day of that month; without the year on request. */
export function formatMonth(month: string, language: string, { hasYear = true } = {}): string {
  const date = new Date(`${month.slice(0, 7)}-01T00:00:00Z`);
  const format = dateFormat(language, {
    month: 'long',
    ...(hasYear && { year: 'numeric' }),
    timeZone: 'UTC',
  });
  return format.format(date).replace(/\s+г\.$/, '');
}

/** `пн` or `понедельник`. */
export const formatWeekday = (day: Date, length: 'short' | 'long', language: string): string =>
  dateFormat(language, { weekday: length, timeZone: 'UTC' }).format(day);

/** `воскресенье, 29 ноября`: today, as a greeting says it. */
export const formatToday = (language: string): string =>
  dateFormat(language, { weekday: 'long', day: 'numeric', month: 'long', timeZone: businessZone() }).format(
    new Date(),
  );
