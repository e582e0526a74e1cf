import { describe, expect, it } from 'vitest';
import {
  dayText,
  dayValue,
  finishDay,
  maskDay,
  maskMoment,
  momentText,
  momentValue,
  pickerText,
} from '@/lib/format/day-text';

describe('a typed day', () => {
  it.each([
    ['2026-11-12', '12.11.2026'],
    ['', ''],
    ['12.1', '12.1'],
  ])('shows %s as %s', (value, text) => expect(dayText(value)).toBe(text));

  it.each([
    ['12.11.2026', '2026-11-12'],
    ['1.3.2026', '2026-03-01'],
    // An invalid day is kept for the form to refuse.
    ['30.02.2026', '30.02.2026'],
    ['12.1', '12.1'],
    ['2026-11-12', '2026-11-12'],
  ])('reads %s as %s', (text, value) => expect(dayValue(text)).toBe(value));

  it.each([
    ['1', '1'],
    ['12', '12.'],
    ['12.1', '12.1'],
    ['12.11', '12.11.'],
    ['121', '12.1'],
    ['12112026', '12.11.2026'],
    ['12/11/2026', '12.11.2026'],
    ['2026-11-12', '12.11.2026'],
    ['20.26.-', '2026-'],
    ['2026-1', '2026-1'],
    ['15.03.-', '15.03.'],
    ['12.11.20261', '12.11.2026'],
  ])('completes %s to %s', (typed, text) => expect(maskDay(typed)).toBe(text));

  it('completes a two-digit year', () => {
    expect(finishDay('1.3.26')).toBe('01.03.2026');
    expect(finishDay('вчера')).toBe('вчера');
  });
});

describe('a moment on Moscow’s clock', () => {
  it.each([
    ['2026-11-12T11:30:00.000Z', '12.11.2026 14:30'],
    ['2026-12-31T21:05:00Z', '01.01.2027 00:05'],
    // Moscow was UTC+4 then.
    ['2013-07-01T08:00:00.000Z', '01.07.2013 12:00'],
  ])('shows %s as %s and reads it back', (value, text) => {
    expect(momentText(value)).toBe(text);
    expect(momentValue(text)).toBe(new Date(value).toISOString());
  });

  it.each(['12.11.2026', '12.11.2026 25:00', '12.11.2026 1', '30.02.2026 10:00'])(
    'leaves %s as it is',
    (text) => expect(momentValue(text)).toBe(text),
  );

  it.each([
    ['12.11.2026', '12.11.2026 '],
    ['121120261430', '12.11.2026 14:30'],
    ['12.11.2026 14', '12.11.2026 14:'],
    ['12.11.2026 14:3', '12.11.2026 14:3'],
    ['2026-11-12T11:30:00.000Z', '12.11.2026 14:30'],
  ])('completes %s to %s', (typed, text) => expect(maskMoment(typed)).toBe(text));

  it('completes a day without a time', () => {
    expect(finishDay('12.11.2026', true)).toBe('12.11.2026 00:00');
    expect(finishDay('12.11.2026 9', true)).toBe('12.11.2026 09:00');
  });

  it('gives the browser’s picker the same time', () => {
    expect(pickerText('2026-11-12T11:30:00.000Z')).toBe('2026-11-12T14:30');
    expect(pickerText('12.1')).toBe('');
  });
});
