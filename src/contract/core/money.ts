/** Money is counted in whole minor units, kopecks or hundredths of a point, and leaves as a number of roubles (design §5). */

/** Roubles as whole kopecks: sums of them are exact. */
export function toMinor(money: number): number {
  return Math.round(money * 100);
}

/** Whole kopecks as they go over the wire. */
export function fromMinor(minor: number): number {
  return minor / 100;
}

/** Whole kopecks as numeric columns take them, without a detour through binary fractions. */
export function toDecimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
