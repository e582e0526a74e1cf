/** True for an EAN-8, UPC-A, EAN-13 or GTIN-14 whose last digit is its check digit (reference russia §3.1). */
export function isBarcode(text: string): boolean {
  if (!/^(\d{8}|\d{12}|\d{13}|\d{14})$/.test(text)) return false;
  // Weights run 3, 1, 3 … from the digit before the check digit leftwards.
  const sum = Array.from(text)
    .reverse()
    .reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
