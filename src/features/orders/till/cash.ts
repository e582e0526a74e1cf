import { sumMoney, toMinor } from '@/contract/core/money';

/** Banknotes, in roubles like all sums here. */
const notes = [100, 500, 1000, 5000];

/** Likely amounts of cash for this sum: rounded up to each note, the three largest. */
export function quickSums(total: number): number[] {
  const sums = notes.map((note) => Math.ceil(toMinor(total) / toMinor(note)) * note);
  return [...new Set(sums)].filter((sum) => sum > total).slice(-3);
}

/** Parses a typed sum; undefined for an empty field or anything else. */
export function readSum(text: string): number | undefined {
  const plain = text.replace(/\s/g, '').replace(',', '.');
  if (!/^\d{1,7}(\.\d{0,2})?$/.test(plain)) return undefined;
  return Number(plain);
}

/** The change; negative when the cash is not enough. */
export const computeChange = (received: number, total: number) => sumMoney(received, -total);

/** A typed reduction: `10%`, `150`, or the code of a coupon. */
export function readReduction(
  text: string,
): { discount: { type: 'percent' | 'sum'; value: number } } | { coupon: string } | undefined {
  const typed = text.trim();
  const percent = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%$/.exec(typed)?.[1];
  if (percent !== undefined) {
    const value = Number(percent.replace(',', '.'));
    return value > 0 && value <= 100 ? { discount: { type: 'percent', value } } : undefined;
  }
  const sum = readSum(typed.replace(/\p{Sc}$/u, ''));
  if (sum !== undefined) return sum > 0 ? { discount: { type: 'sum', value: sum } } : undefined;
  return /^[\p{L}\p{N}_-]{2,60}$/u.test(typed) ? { coupon: typed.toUpperCase() } : undefined;
}
