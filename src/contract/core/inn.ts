const weights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8] as const;

/**
 * Whether a text is a Russian taxpayer's number (ИНН): ten digits for an organisation, twelve for a person, and the last
 * one or two are right (reference russia).
 */
export function isInn(text: string): boolean {
  // Noughts alone add up, and are nobody's.
  if (!/^(\d{10}|\d{12})$/.test(text) || /^0+$/.test(text)) return false;
  const digits = text.split('').map(Number);
  const checked = digits.length === 10 ? [9] : [10, 11];
  return checked.every((place) => digits[place] === checkDigit(digits.slice(0, place)));
}

/** The digit that must follow these. */
function checkDigit(digits: readonly number[]): number {
  const own = weights.slice(weights.length - digits.length);
  const sum = digits.reduce((total, digit, place) => total + digit * (own[place] ?? 0), 0);
  return (sum % 11) % 10;
}
