/** Russian requisites and their control digits. Every check expects stored digits. */

/** КПП: nine characters, the fifth and sixth may be Latin letters; no control digit. */
export const isKpp = (text: string): boolean => /^\d{4}[\dA-Z]{2}\d{3}$/.test(text);

/** ОГРН of an organisation. */
export const isOgrn = (text: string): boolean =>
  /^[15]\d{12}$/.test(text) && remainder(text.slice(0, 12), 11) === Number(text[12]);

/** ОГРНИП of an entrepreneur. */
export const isOgrnip = (text: string): boolean =>
  /^3\d{14}$/.test(text) && remainder(text.slice(0, 14), 13) === Number(text[14]);

/** БИК of a bank; no control digit. */
export const isBic = (text: string): boolean => /^04\d{7}$/.test(text);

/** True when the control digit of a settlement account matches the bank. */
export function isAccountAtBank(bic: string, account: string): boolean {
  // 000, 001 and 002 are accounts at the Bank of Russia itself.
  const prefix = /00[012]$/.test(bic) ? `0${bic.slice(4, 6)}` : bic.slice(6);
  return isBic(bic) && /^\d{20}$/.test(account) && isBalanced(prefix + account);
}

/** True when the control digit of a correspondent account matches the bank. */
export const isCorrespondentAccount = (bic: string, account: string): boolean =>
  isBic(bic) && /^301\d{17}$/.test(account) && isBalanced(`0${bic.slice(4, 6)}${account}`);

function remainder(digits: string, divisor: number): number {
  return Number(BigInt(digits) % BigInt(divisor)) % 10;
}

function isBalanced(digits: string): boolean {
  const weights = [7, 1, 3];
  const sum = Array.from(digits).reduce(
    (total, digit, index) => total + ((Number(digit) * (weights[index % 3] ?? 0)) % 10),
    0,
  );
  return sum % 10 === 0;
}

const innWeights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8] as const;

/**
 * True for a valid Russian taxpayer number (ИНН): ten digits for an organisation or twelve for a person, with correct
 * control digits.
 */
export function isInn(text: string): boolean {
  // All zeros pass the control digits, but no such number is issued.
  if (!/^(\d{10}|\d{12})$/.test(text) || /^0+$/.test(text)) return false;
  const digits = text.split('').map(Number);
  const checked = digits.length === 10 ? [9] : [10, 11];
  return checked.every((index) => digits[index] === innDigit(digits.slice(0, index)));
}

/** Control digit for the preceding digits. */
function innDigit(digits: readonly number[]): number {
  const own = innWeights.slice(innWeights.length - digits.length);
  const sum = digits.reduce((total, digit, index) => total + digit * (own[index] ?? 0), 0);
  return (sum % 11) % 10;
}
