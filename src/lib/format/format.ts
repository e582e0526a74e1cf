import { businessZone } from '@/contract/core/day';
import { dayText } from '@/contract/settings/business-day';

/** Money as the settings say: currency, `formation` (a locale) and number of fraction digits. */
export interface MoneyFormat {
  currency: string;
  formation: string;
  fractions: number;
}

/** An amount with its currency, a minus sign and no zero fraction. Empty when it is not a number. */
export function formatMoney(
  value: number | string | null | undefined,
  { currency, formation, fractions }: MoneyFormat,
): string {
  const number = toNumber(value);
  if (number === undefined) return '';
  try {
    return numberFormat(formation, {
      style: 'currency',
      currency,
      minimumFractionDigits: fractions,
      maximumFractionDigits: fractions,
      trailingZeroDisplay: 'stripIfInteger',
    })
      .format(number)
      .replace('-', minus);
  } catch {
    // Another server's settings may name an unknown locale or currency: fall back instead of failing the page.
    return `${number} ${currency}`;
  }
}

/** A number with the separators of the language. */
export function formatNumber(value: number | string | null | undefined, locale: string): string {
  const number = toNumber(value);
  return number === undefined
    ? ''
    : numberFormat(locale, { maximumFractionDigits: 4 }).format(number).replace('-', minus);
}

/** `4,5 %` for the text `4.5 %`, which some money columns contain; empty for anything else. */
export function formatShare(text: string, locale: string): string {
  const [, figure] = /^(-?[\d.]+)\s%$/.exec(text) ?? [];
  return figure === undefined ? '' : `${formatNumber(figure, locale)}\u00a0%`;
}

/** `12 нояб.`; with the year when it is not the current one. */
export function formatDate(iso: string | null | undefined, locale: string, options: Clock = {}): string {
  const moment = toMoment(iso, options);
  if (!moment) return '';
  const { date, timeZone } = moment;
  const today = yearOf(options.now ?? new Date(), options.timeZone ?? businessZone());
  const year = yearOf(date, timeZone) === today ? undefined : 'numeric';
  const text = dateFormat(locale, { day: 'numeric', month: 'short', year, timeZone }).format(date);
  // «2025 г.» is for sentences; in a table the year alone is clear.
  return text.replace(/\s+г\.$/, '');
}

/** `12.11.2026` in every language, as dates are typed. */
export function formatFullDate(iso: string | null | undefined, options: Clock = {}): string {
  const moment = toMoment(iso, options);
  return moment ? dayText(isoDay(moment.date, moment.timeZone)) : '';
}

/** `12.11.2026, 14:30`; the clock is the language's. */
export function formatDateTime(iso: string | null | undefined, locale: string, options: Clock = {}): string {
  const moment = toMoment(iso, options);
  if (!moment) return '';
  const { date, timeZone } = moment;
  return `${dayText(isoDay(date, timeZone))}, ${dateFormat(locale, { ...clockTime, timeZone }).format(date)}`;
}

/** `14:30` in the business time zone. */
export function formatTime(iso: string | null | undefined, locale: string): string {
  const moment = toMoment(iso, {});
  return moment ? dateFormat(locale, { ...clockTime, timeZone: moment.timeZone }).format(moment.date) : '';
}

/** `Сегодня`, `Вчера`; before that a date. For headings. */
export function formatDayWord(
  iso: string | null | undefined,
  locale: string,
  now: Date = new Date(),
): string {
  const moment = toMoment(iso, {});
  if (!moment) return '';
  const days = dayOf(moment.date, moment.timeZone) - dayOf(now, businessZone());
  if (days > 0 || days < -1) return formatDate(iso, locale, { now });
  const words = remember(`r ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const word = words.format(days, 'day');
  return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);
}

/** `5 минут назад`, `вчера`; beyond a week a date. */
export function formatRelative(
  iso: string | null | undefined,
  locale: string,
  now: Date = new Date(),
): string {
  const moment = toMoment(iso, {});
  if (!moment) return '';
  const seconds = Math.round((moment.date.getTime() - now.getTime()) / 1000);
  const distance = Math.abs(seconds);
  const words = remember(`r ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  if (distance < 45) return words.format(0, 'second');
  if (distance < 45 * 60) return words.format(Math.trunc(seconds / 60) || Math.sign(seconds), 'minute');
  const days = dayOf(moment.date, moment.timeZone) - dayOf(now, businessZone());
  if (distance < 22 * 3600 || days === 0)
    return words.format(Math.round(seconds / 3600) || Math.sign(seconds), 'hour');
  if (Math.abs(days) < 7) return words.format(days, 'day');
  return formatDate(iso, locale, { now });
}

interface Clock {
  /** The business time zone unless given. */
  timeZone?: string;
  now?: Date;
}

const numericDate = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const clockTime = { hour: '2-digit', minute: '2-digit' } as const;

/** Time zone and moment of an API value. A calendar day has no zone; a time without one is UTC. */
function toMoment(iso: string | null | undefined, { timeZone = businessZone() }: Clock) {
  if (!iso) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  const hasZone = isDay || /(Z|[+-]\d{2}:?\d{2})$/.test(iso);
  const date = new Date(hasZone ? iso : `${iso.replace(' ', 'T')}Z`);
  return Number.isNaN(date.getTime()) ? undefined : { date, timeZone: isDay ? 'UTC' : timeZone };
}

function toNumber(value: number | string | null | undefined): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Keeps a sign before its number in a right-to-left page. */
export const signMark = (): string => (globalThis.document?.dir === 'rtl' ? '\u200e' : '');

const minus = () => `${signMark()}−`;

const yearOf = (date: Date, timeZone: string) => isoDay(date, timeZone).slice(0, 4);

/** Days since 1970-01-01 of the calendar day of a moment in a time zone. */
const dayOf = (date: Date, timeZone: string) => Date.parse(isoDay(date, timeZone)) / 86_400_000;

/** `2026-11-12`. One shared formatter: a list pays for each it creates. */
function isoDay(date: Date, timeZone: string): string {
  return dateFormat('en-CA', { ...numericDate, timeZone }).format(date);
}

/** Creating an Intl formatter is far slower than using it, and a list needs hundreds. */
type Formatter = Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat;
const made = new Map<string, Formatter>();

export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return remember(`n ${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options));
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return remember(`d ${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options));
}

function remember<Format extends Formatter>(key: string, make: () => Format): Format {
  const known = made.get(key);
  // The key starts with the formatter's kind, so the cached value has that type.
  if (known) return known as Format;
  const format = make();
  made.set(key, format);
  return format;
}
