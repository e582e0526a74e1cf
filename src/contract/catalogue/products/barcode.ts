/** Digits alone: people and scanners write `4607 1234 56781` and `460-712-…`. */
export const bareBarcode = (text: string): string => text.replace(/[\s\p{Cf}-]/gu, '');

/** True for an EAN-8, UPC-A, EAN-13 or GTIN-14 with a valid check digit. */
export function isBarcode(text: string): boolean {
  if (!/^(\d{8}|\d{12}|\d{13}|\d{14})$/.test(text)) return false;
  // Weights 3, 1, 3 … from right to left, without the check digit.
  const sum = Array.from(text)
    .reverse()
    .reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
