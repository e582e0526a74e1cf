import { describe, expect, it } from 'vitest';
import { percentOf, sumMoney, timesMoney, toMinor } from '@/contract/core/money';

describe('kopecks', () => {
  it.each([
    [0, 0],
    [0.01, 1],
    [0.1 + 0.2, 30],
    [1.005, 101],
    [2.675, 268],
    [1_000_000_000, 100_000_000_000],
    [1e-7, 0],
  ])('%d is %d of them', (sum, kopecks) => {
    expect(toMinor(sum)).toBe(kopecks);
  });
});

it('adds up roubles without the drift of binary fractions', () => {
  expect(sumMoney(0.1, 0.2)).toBe(0.3);
  expect(sumMoney(...Array.from({ length: 1000 }, () => 0.1))).toBe(100);
  expect(sumMoney()).toBe(0);
});

it('prices several pieces to the kopeck', () => {
  expect(timesMoney(1.1, 3)).toBe(3.3);
  expect(timesMoney(999_999.99, 1000)).toBe(999_999_990);
});

it('rounds a share half up, also of sums whose product is not a safe integer', () => {
  expect(percentOf(50, 1250)).toBe(6);
  expect(percentOf(4, 1250)).toBe(1);
  expect(percentOf(9_000_000_000_000, 9999)).toBe(8_999_100_000_000);
});
