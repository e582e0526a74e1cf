import { businessZone } from '@/contract/core/day';
import { formatDate, isoDay, remember, toMoment } from './format';

/** `Сегодня`, `Вчера`; before that a date. For headings. */
export function formatDayWord(
  iso: string | null | undefined,
  locale: string,
  now: Date = new Date(),
): string {
  const moment = toMoment(iso);
  if (!moment) return '';
  const days = dayOf(moment.date, moment.timeZone) - dayOf(now, businessZone());
  if (days > 0 || days < -1) return formatDate(iso);
  const words = wordsIn(locale);
  const word = words.format(days, 'day');
  return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);
}

/** `5 минут назад`, `вчера`; beyond a week a date. */
export function formatRelative(
  iso: string | null | undefined,
  locale: string,
  now: Date = new Date(),
): string {
  const moment = toMoment(iso);
  if (!moment) return '';
  const seconds = Math.round((moment.date.getTime() - now.getTime()) / 1000);
  const distance = Math.abs(seconds);
  const words = wordsIn(locale);
  if (distance < 45) return words.format(0, 'second');
  if (distance < 45 * 60) return words.format(Math.trunc(seconds / 60) || Math.sign(seconds), 'minute');
  const days = dayOf(moment.date, moment.timeZone) - dayOf(now, businessZone());
  if (distance < 22 * 3600 || days === 0)
    return words.format(Math.round(seconds / 3600) || Math.sign(seconds), 'hour');
  if (Math.abs(days) < 7) return words.format(days, 'day');
  return formatDate(iso);
}

const wordsIn = (locale: string) =>
  remember(`r ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** Days since 1970-01-01 of the calendar day of a moment in a time zone. */
const dayOf = (date: Date, timeZone: string) => Date.parse(isoDay(date, timeZone)) / 86_400_000;
