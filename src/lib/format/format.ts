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
  locale: string = localeOf(formation),
): string {
  const number = toNumber(value);
  if (number === undefined) return '';
  try {
    return numberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
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

let panelLanguage: string | undefined;

/** Set by the app before its screens are drawn. */
export function setPanelLanguage(language: string | undefined): void {
  panelLanguage = language;
}

/**
 * The panel speaks one language, so amounts do, too; the settings say which kind of that language (`en-GB`), and how sums
 * are written where no panel is, as in exports.
 */
export function localeOf(formation: string): string {
  return !panelLanguage || formation.startsWith(panelLanguage) ? formation : panelLanguage;
}

/** A number with the separators of the language. */
export function formatNumber(value: number | string | null | undefined, locale: string): string {
  const number = toNumber(value);
  return number === undefined
    ? ''
    : numberFormat(locale, { maximumFractionDigits: 4 }).format(number).replace('-', minus);
}

/** `4,5 %`, in English `4.5%`, for 4.5. */
export const formatPercent = (percent: number, locale: string): string =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 4 })
    .format(percent / 100)
    .replace('-', minus);

/** The same for the text `4.5 %`, which some money columns contain; empty for anything else. */
export function formatShare(text: string, locale: string): string {
  const [, figure] = /^(-?[\d.]+)\s%$/.exec(text) ?? [];
  return figure === undefined ? '' : formatPercent(Number(figure), locale);
}

/** `12.11.2026` in every language, as dates are typed: the one form of a day in the panel. */
export function formatDate(iso: string | null | undefined, options: Clock = {}): string {
  const moment = toMoment(iso, options);
  return moment ? dayText(isoDay(moment.date, moment.timeZone)) : '';
}

/** Of the business day. */
export const isToday = (iso: string): boolean => formatDate(iso) === formatDate(new Date().toISOString());

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

interface Clock {
  /** The business time zone unless given. */
  timeZone?: string;
}

const numericDate = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const clockTime = { hour: '2-digit', minute: '2-digit' } as const;

/** Time zone and moment of an API value. A calendar day has no zone; a time without one is UTC. */
export function toMoment(iso: string | null | undefined, { timeZone = businessZone() }: Clock = {}) {
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

/** `2026-11-12`. One shared formatter: a list pays for each it creates. */
export function isoDay(date: Date, timeZone: string): string {
  return dateFormat('en-CA', { ...numericDate, timeZone }).format(date);
}

/** Creating an Intl formatter is far slower than using it, and a list needs hundreds. */
type Formatter = Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat;
const made = new Map<string, Formatter>();

export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return remember(`n ${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options));
}

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return remember(`d ${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options));
}

export function remember<Format extends Formatter>(key: string, make: () => Format): Format {
  const known = made.get(key);
  // The key starts with the formatter's kind, so the cached value has that type.
  if (known) return known as Format;
  const format = make();
  made.set(key, format);
  return format;
}
