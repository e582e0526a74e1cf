/**
 * What the balance of a shop means, in roubles: money that it may withdraw, or what it owes the marketplace after refunds
 * and commissions of its own till. Never both, and neither is negative.
 */
export function balanceStanding(balance: number): { isDebt: boolean; sum: number } {
  return { isDebt: balance < 0, sum: Math.abs(balance) };
}
