/** Sums are integers of kopecks, or of hundredths of a point, and roubles on the wire (design §5). */

/** Roubles in kopecks, whose sums are exact. */
export function toMinor(money: number): number {
  return Math.round(money * 100);
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
