/**
 * The one arithmetic of money. Sums are integers of kopecks, or of hundredths of a point, in code, and roubles on the
 * wire.
 */

/** Kopecks of a sum that somebody shows with fractions of one, rounded up; the tail of a binary fraction is none. */
export const toMinorUp = (amount: number): number => Math.ceil(amount * 100 - 0.0001);

/** Roubles in kopecks, whose sums are exact. Half up as people write it: 1.005 is 101, although the float is less. */
export function toMinor(money: number): number {
  const shifted = Number(`${money}e2`);
  return Math.round(Number.isNaN(shifted) ? money * 100 : shifted);
}

/** Kopecks in roubles for the wire. */
export function fromMinor(minor: number): number {
  return minor / 100;
}

/** Kopecks as text for numeric columns, without rounding through binary fractions. */
export function toDecimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Sum of roubles, exact to the kopeck. */
export function sumMoney(...sums: readonly number[]): number {
  return fromMinor(sums.reduce((all, sum) => all + toMinor(sum), 0));
}

/** Price of several pieces in roubles, exact to the kopeck. */
export function timesMoney(price: number, quantity: number): number {
  return fromMinor(toMinor(price) * quantity);
}
/** Share of kopecks, rounded half up; the rate in hundredths of a per cent, so 12.5 % is 1250. */
export function percentOf(minor: number, hundredths: number): number {
  // BigInt, because the product exceeds safe integers.
  return Number((BigInt(minor) * BigInt(hundredths) + 5000n) / 10_000n);
}
