/** The withdrawal that a purpose names: «Выплата V-000123», with a Latin or a Russian letter. */
export function payoutTokenIn(purpose: string): number | undefined {
  const [, digits] = /(?:^|[^\p{L}\p{N}])[VВ]-0*(\d{1,12})(?!\d)/u.exec(purpose) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export const saysReturned = (purpose: string): boolean => /возврат/i.test(purpose);
