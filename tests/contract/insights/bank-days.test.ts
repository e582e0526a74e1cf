import { describe, expect, it } from 'vitest';
import { bankDayAfter, isBankDay } from '@/contract/insights/bank-days';

const openOf = (days: readonly string[]) => days.filter(isBankDay);

describe('bank days', () => {
  it('leave out weekends, holidays and the days that the government moved', () => {
    expect(openOf(['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'])).toEqual([
      '2026-11-27',
      '2026-11-30',
    ]);
    expect(openOf(['2025-12-31', '2026-01-08', '2026-01-09', '2026-01-11', '2026-01-12'])).toEqual([
      '2026-01-12',
    ]);
    expect(openOf(['2025-05-02', '2025-05-08', '2025-11-01', '2025-11-03', '2025-11-04'])).toEqual([
      '2025-11-01',
    ]);
  });

  it('move a holiday on a weekend to Monday, unless that year moved it elsewhere', () => {
    expect(openOf(['2026-03-09', '2026-05-11', '2026-06-12'])).toEqual([]);
    expect(openOf(['2025-02-24', '2025-03-10'])).toEqual(['2025-02-24', '2025-03-10']);
    // Without a line for the year: 12 June 2027 is a Saturday, the holidays of January do not move.
    expect(openOf(['2027-06-14', '2027-01-08', '2027-01-11'])).toEqual(['2027-01-11']);
  });

  it('count on over whatever lies between', () => {
    expect(bankDayAfter('2026-11-26', 0)).toBe('2026-11-26');
    expect(bankDayAfter('2026-11-28', 0)).toBe('2026-11-30');
    expect(bankDayAfter('2026-11-26', 3)).toBe('2026-12-01');
    expect(bankDayAfter('2026-12-29', 3)).toBe('2027-01-12');
    expect(isBankDay('2026-02-30')).toBe(false);
  });
});
