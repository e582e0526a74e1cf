/** Share of kopecks, rounded half up; the rate in hundredths of a per cent, so 12.5 % is 1250. */
export function percentOf(minor: number, hundredths: number): number {
  // BigInt, because the product exceeds safe integers.
  return Number((BigInt(minor) * BigInt(hundredths) + 5000n) / 10_000n);
}
