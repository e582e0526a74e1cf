/**
 * `2 шт.`, `2 × 100 г`, `2 × банка 500 г`: a quantity with its unit. Whole words stay as they are written, since nobody
 * can put them into the plural; without a unit the quantity alone.
 */
export function piecesText(quantity: string, unit: string | null | undefined): string {
  if (!unit) return quantity;
  const whole = unit.replace(/ /g, '\u00a0');
  return isShortUnit(unit) ? `${quantity}\u00a0${whole}` : `${quantity} × ${whole}`;
}

/** An abbreviation, which stands behind a number as it is. */
export const isShortUnit = (unit: string | null | undefined) =>
  unit !== null && unit !== undefined && /^\p{L}{1,3}\.?$/u.test(unit);
