import { formatDate, formatTime } from '@/lib/format/format';

export const isSameDay = (one: string, other: string): boolean => formatDate(one) === formatDate(other);

/** `today`, `yesterday`, otherwise the date. */
export function formatChatDay(iso: string): string {
  const now = new Date();
  if (isSameDay(iso, now.toISOString())) return 'today';
  if (isSameDay(iso, new Date(now.getTime() - 24 * 3600_000).toISOString())) return 'yesterday';
  return formatDate(iso);
}

/** Time for today, otherwise the date. */
export const shortMoment = (iso: string, locale: string): string =>
  formatChatDay(iso) === 'today' ? formatTime(iso, locale) : formatDate(iso);
