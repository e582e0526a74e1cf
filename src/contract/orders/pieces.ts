/**
 * `2 шт.`, `2 × 100 г`, `2 × банка 500 г`: a quantity with its unit. Whole words stay as written, because they cannot
 * be put into the plural reliably; without a unit only the quantity.
 */
export function piecesText(quantity: string, unit: string | null | undefined): string {
  if (!unit) return quantity;
  const whole = unit.replace(/ /g, '\u00a0');
  return isShortUnit(unit) ? `${quantity}\u00a0${whole}` : `${quantity} × ${whole}`;
}

/** An abbreviation, which follows a number unchanged. */
export const isShortUnit = (unit: string | null | undefined) =>
  unit !== null && unit !== undefined && /^\p{L}{1,3}\.?$/u.test(unit);
