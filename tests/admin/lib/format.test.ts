/** Intl separates groups and the currency with a no-break space, U+00A0: a plain space in an expectation never matches. */
import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatMoney, formatNumber } from '@/lib/format/format';
import { formatPhone } from '@/lib/format/phone';
import { formatRelative } from '@/lib/format/relative';

const rub = { currency: 'RUB', formation: 'ru-RU', fractions: 2 };
const now = new Date('2026-11-12T12:00:00Z');

describe('money', () => {
  it.each([
    [1_234_567.5, '1\u00a0234\u00a0567,50\u00a0₽'],
    [1234, '1\u00a0234\u00a0₽'],
    [0, '0\u00a0₽'],
    ['99.9', '99,90\u00a0₽'],
    [-5.25, '−5,25\u00a0₽'],
  ])('%s roubles', (value, text) => {
    expect(formatMoney(value, rub)).toBe(text);
  });

  it('with the default settings', () => {
    expect(formatMoney(1234.5, { currency: 'USD', formation: 'en-US', fractions: 2 })).toBe('$1,234.50');
  });

  it('with the configured number of fraction digits', () => {
    expect(formatMoney(1.239, { ...rub, fractions: 0 })).toBe('1\u00a0₽');
  });

  it.each([null, undefined, '', 'abc', Number.NaN])('is empty for %s', (value) => {
    expect(formatMoney(value, rub)).toBe('');
  });

  it('survives settings that Intl does not know', () => {
    expect(formatMoney(5, { currency: 'roubles', formation: 'ru-RU', fractions: 2 })).toBe('5 roubles');
  });
});

it('numbers', () => {
  expect(formatNumber(1234567.5, 'ru')).toBe('1\u00a0234\u00a0567,5');
  expect(formatNumber(null, 'ru')).toBe('');
});

describe('dates', () => {
  it('full: dd.mm.yyyy', () => {
    expect(formatDate('2026-01-05T10:00:00Z')).toBe('05.01.2026');
  });

  it('in the same pattern in every language, as they are typed', () => {
    expect(formatDateTime('2026-01-05T10:00:00Z', 'en')).toMatch(/^05\.01\.2026, /);
    expect(formatDateTime('2026-01-05T10:00:00Z', 'ar')).toMatch(/^05\.01\.2026, /);
  });

  it('in the business time zone', () => {
    expect(formatDate('2026-01-05T22:30:00Z')).toBe('06.01.2026');
    expect(formatDateTime('2026-01-05T22:30:00Z', 'ru')).toBe('06.01.2026, 01:30');
    expect(formatDateTime('2026-01-05T22:30:00Z', 'ru', { timeZone: 'Asia/Vladivostok' })).toBe(
      '06.01.2026, 08:30',
    );
  });

  it('a calendar day has no time zone', () => {
    expect(formatDate('2026-01-05', { timeZone: 'America/New_York' })).toBe('05.01.2026');
  });

  it('a time without a zone is UTC', () => {
    expect(formatDateTime('2026-01-05 10:00:00', 'ru')).toBe('05.01.2026, 13:00');
  });

  it.each([null, undefined, '', 'soon'])('are empty for %s', (value) => {
    expect(
      formatDate(value) + formatDate(value) + formatDateTime(value, 'ru') + formatRelative(value, 'ru'),
    ).toBe('');
  });
});

describe('relative times', () => {
  it.each([
    ['2026-11-12T11:59:40Z', 'сейчас'],
    ['2026-11-12T11:55:00Z', '5 минут назад'],
    ['2026-11-12T11:59:10Z', '1 минуту назад'],
    ['2026-11-12T09:00:00Z', '3 часа назад'],
    ['2026-11-11T09:00:00Z', 'вчера'],
    ['2026-11-09T09:00:00Z', '3 дня назад'],
    ['2026-11-12T14:00:00Z', 'через 2 часа'],
    ['2026-09-01T09:00:00Z', '01.09.2026'],
    ['2024-09-01T09:00:00Z', '01.09.2024'],
  ])('%s → %s', (iso, text) => {
    expect(formatRelative(iso, 'ru', now)).toBe(text);
  });
});

describe('phones', () => {
  it.each([
    ['+79991234567', '+7 (999) 123-45-67'],
    ['8 999 123 45 67', '+7 (999) 123-45-67'],
    ['7(999)123-45-67', '+7 (999) 123-45-67'],
    ['9991234567', '+7 (999) 123-45-67'],
    ['+1 202 555 0100', '+1 202 555 0100'],
    ['112', '112'],
    ['', ''],
    [null, ''],
  ])('%s → %s', (phone, text) => {
    expect(formatPhone(phone)).toBe(text);
  });
});
