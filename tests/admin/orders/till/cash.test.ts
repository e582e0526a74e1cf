import { describe, expect, it } from 'vitest';
import { computeChange, quickSums, readReduction, readSum } from '@/features/orders/till/cash';

describe('cash', () => {
  it('offers the amount rounded up to each note, each once, never the sum itself', () => {
    expect(quickSums(4430)).toEqual([4500, 5000]);
    expect(quickSums(130.5)).toEqual([500, 1000, 5000]);
    expect(quickSums(5000)).toEqual([]);
  });

  it('parses sums as people type them', () => {
    expect([
      readSum('5 000'),
      readSum('99,5'),
      readSum('1e3'),
      readSum(''),
      readSum('4600494692147'),
    ]).toEqual([5000, 99.5, undefined, undefined, undefined]);
  });

  it('calculates change to the kopeck', () => {
    expect([computeChange(5000, 4430), computeChange(0.3, 0.1), computeChange(100, 130)]).toEqual([
      570, 0.2, -30,
    ]);
  });
});

describe('a reduction', () => {
  it('is a percentage, a sum or a coupon', () => {
    expect(readReduction('10 %')).toEqual({ discount: { type: 'percent', value: 10 } });
    expect(readReduction('2,5%')).toEqual({ discount: { type: 'percent', value: 2.5 } });
    expect(readReduction('150 ₽')).toEqual({ discount: { type: 'sum', value: 150 } });
    expect(readReduction(' vesna26 ')).toEqual({ coupon: 'VESNA26' });
    expect([readReduction('101%'), readReduction('0'), readReduction('a b')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
