import type { Days, SalesStep } from '@/contract/insights/analytics';
import { businessDay } from '@/contract/settings/business-day';
import { formatMonth } from '@/lib/format/calendar-words';
import { formatDate } from '@/lib/format/format';

/** «12.11.2026 – 11.12.2026», or one day. */
export function daysText({ from, to }: Days): string {
  const [first, last] = [formatDate(from), formatDate(to)];
  return from === to ? first : `${first} – ${last}`;
}

/** Label of a chart point: day, week or month. */
export function pointText(days: Days, step: SalesStep, language: string): string {
  if (step !== 'month') return daysText(days);
  const hasYear = days.from.slice(0, 4) !== businessDay(new Date()).slice(0, 4);
  return formatMonth(days.from, language, { hasYear });
}
