import { expect, it } from 'vitest';
import { fieldErrorText } from '@/lib/form/field-error';

const t = (key: string, options: Record<string, string>) =>
  key === 'form:error-signs' ? `${options.text}: ${options.signs}` : key;

it.each([
  ['error-text-characters', 'a|b~c|', 'form:error-text-characters: | ~'],
  ['error-text-unseen', 'Чашка\u202e \u0007', 'form:error-text-unseen: U+202E U+0007'],
  ['error-text-markup', '<b>Чашка', 'form:error-text-markup: < >'],
  ['error-sku-format', 'A\u200bB', 'form:error-sku-format: U+200B'],
  ['error-name-required', '', 'form:error-name-required'],
  ['error-text-characters', 'чисто', 'form:error-text-characters'],
  ['toString', 'чисто', 'form:toString'],
])('says of %s which signs are refused', (message, value, text) => {
  expect(fieldErrorText(t, message, value)).toBe(text);
});
