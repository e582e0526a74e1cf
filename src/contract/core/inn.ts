const weights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8] as const;

/**
 * True for a valid Russian taxpayer number (ИНН): ten digits for an organisation or twelve for a person, with correct
 * control digits.
 */
export function isInn(text: string): boolean {
  // All zeros pass the control digits, but no such number is issued.
  if (!/^(\d{10}|\d{12})$/.test(text) || /^0+$/.test(text)) return false;
  const digits = text.split('').map(Number);
  const checked = digits.length === 10 ? [9] : [10, 11];
  return checked.every((index) => digits[index] === checkDigit(digits.slice(0, index)));
}

/** Control digit for the preceding digits. */
function checkDigit(digits: readonly number[]): number {
  const own = weights.slice(weights.length - digits.length);
  const sum = digits.reduce((total, digit, index) => total + digit * (own[index] ?? 0), 0);
  return (sum % 11) % 10;
}
