import { businessZone } from '@/contract/core/day';
import { formatDate, formatFullDate } from '@/lib/format/format';

/** `14:30` in the business time zone. */
export function formatClock(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: businessZone(),
  }).format(new Date(iso));
}

export const isSameDay = (one: string, other: string): boolean =>
  formatFullDate(one) === formatFullDate(other);

/** `today`, `yesterday`, otherwise the localized date. */
export function formatChatDay(iso: string, locale: string): string {
  const now = new Date();
  if (isSameDay(iso, now.toISOString())) return 'today';
  if (isSameDay(iso, new Date(now.getTime() - 24 * 3600_000).toISOString())) return 'yesterday';
  return formatDate(iso, locale);
}

/** Time for today, otherwise the date. */
export function shortMoment(iso: string, locale: string): string {
  return formatChatDay(iso, locale) === 'today' ? formatClock(iso, locale) : formatDate(iso, locale);
}
