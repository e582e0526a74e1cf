/**
 * The withdrawals that a purpose names, in its order and each once: «Выплата V-000123», «выплаты В-12 и В-13». Banks and people
 * write the letter in Latin or Russian, of either case, and any dash or none before the zeros.
 */
export function payoutTokensIn(purpose: string): number[] {
  const found = purpose.matchAll(/(?<![\p{L}\p{N}])[VВ](?:\s*[-‐‑‒–—−]\s*0*|\s?0+)(\d{1,12})(?!\d)/giu);
  return [...new Set([...found].map(([, digits]) => Number(digits)))].filter((id) => id > 0);
}

/** Of an incoming line: the bank or the payee sends a payment back. */
export const saysReturned = (purpose: string): boolean => /возвра|не\s?зачисл|\breturn/i.test(purpose);
