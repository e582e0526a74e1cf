import { textDirection } from '@/contract/core/languages';
import { shopSum } from '@/contract/settings/shop-currency';

/** A text that the documents' font can print; control characters are removed. */
export function printable(text: string): string {
  return (
    text
      .replaceAll('\t', ' ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\ufeff]/g, '')
      .toWellFormed()
  );
}

/** `1 234,50 ₽`: documents always show kopecks, and the currency of the shop. */
export function sumText(amount: number): string {
  return shopSum(amount).replace('-', '−');
}

/** `21.11.2026` in the given time zone, of a moment or of a calendar day (`2026-11-21`). */
export function dayText(moment: Date | string, timeZone: string): string {
  const isDay = typeof moment === 'string' && moment.length === 10;
  return new Intl.DateTimeFormat('ru', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: isDay ? 'UTC' : timeZone,
  }).format(new Date(moment));
}

/** Documents of languages that are written from right to left are English: their font lacks the letters. */
export function onPaper<Asked extends { locale: string }>(ctx: Asked): Asked {
  return textDirection(ctx.locale) === 'rtl' ? { ...ctx, locale: 'en' } : ctx;
}
