import { expect, it } from 'vitest';
import { piecesText } from '@/contract/orders/pieces';

it('never joins a quantity with the number in its unit: «1 100 г» reads as eleven hundred grams', () => {
  expect(piecesText('1', '100 г')).toBe('1 × 100\u00a0г');
  expect(piecesText('3', 'банка 500 г')).toBe('3 × банка\u00a0500\u00a0г');
  expect(piecesText('2', 'шт.')).toBe('2\u00a0шт.');
  expect(piecesText('2', null)).toBe('2');
});
