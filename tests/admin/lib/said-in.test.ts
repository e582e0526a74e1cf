import { expect, it } from 'vitest';
import { isSaidIn } from '@/lib/format/said-in';

it.each([
  ['Смартфон 128 Гб', '128гб', true],
  ['Смартфон 128ГБ', '128 гб смарт', true],
  ['СДЭК', 'cдэк', true],
  ['Лавка «Ёлка»', 'елка лавка', true],
  ['Дом Café', 'cafe', true],
  ['XL', 'ХL', true],
  ['Лавка', '', true],
  ['Лавка', 'дом', false],
  ['Лавка', 'лавка дом', false],
])('in «%s» «%s»: %s', (text, typed, isThere) => {
  expect(isSaidIn(text, typed)).toBe(isThere);
});
