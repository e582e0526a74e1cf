import type { Days, SalesStep } from '@/contract/insights/analytics';
import { businessDay } from '@/contract/settings/business-day';
import { formatDate } from '@/lib/format/format';

/** «12 нояб. – 11 дек.», or one day. */
export function daysText({ from, to }: Days, language: string): string {
  const [first, last] = [formatDate(from, language), formatDate(to, language)];
  return from === to ? first : `${first} – ${last}`;
}

/** Label of a chart point: day, week or month. */
export function pointText(days: Days, step: SalesStep, language: string): string {
  if (step !== 'month') return daysText(days, language);
  const year = days.from.slice(0, 4) === businessDay(new Date()).slice(0, 4) ? undefined : 'numeric';
  const month = new Intl.DateTimeFormat(language, { month: 'long', year, timeZone: 'UTC' });
  return month.format(new Date(days.from)).replace(/\s+г\.$/, '');
}
