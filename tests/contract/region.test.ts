import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { postalLine, regionOf } from '@/contract/accounts/addresses/region';

it.each([
  ['Москва', 'г Москва', undefined],
  ['г. Москва', 'Москва', undefined],
  ['Санкт-Петербург', 'город Санкт-Петербург', undefined],
  ['Казань', 'Татарстан', 'Татарстан'],
  ['Гатчина', 'Ленинградская обл', 'Ленинградская обл'],
  ['', 'г Москва', 'г Москва'],
  ['Горки', '', undefined],
])('the region of %s in «%s» is %s', (city, state, region) => {
  expect(regionOf({ city, state })).toBe(region);
});

it('an address in one line names Moscow once', () => {
  const address = {
    zip: '101000',
    country: 'Россия',
    state: 'г Москва',
    city: 'Москва',
    street_address: 'д 1',
  };
  expect(postalLine(address)).toBe('101000, Россия, Москва, д 1');
  expect(postalLine({ ...address, state: 'Тверская обл', city: 'Тверь' })).toBe(
    '101000, Россия, Тверская обл, Тверь, д 1',
  );
});

it('nothing writes a region into an address without asking whether it is the town', () => {
  const writers = globSync('src/**/*.{ts,tsx}').filter((path) => {
    const text = readFileSync(path, 'utf8');
    return /\bcity\b/.test(text) && /[[,]\s*state\s*[,\]][^;]*\.filter\(Boolean\)/.test(text);
  });
  expect(writers).toEqual([]);
});
