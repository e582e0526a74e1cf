import { toPhone } from '@/contract/core/phone';

/** The number in stored form; undefined while incomplete. */
export function wholePhone(text: string): string | undefined {
  const isShort = text.trim().startsWith('+') && text.replace(/\D/g, '').length !== 11;
  return isShort ? undefined : toPhone(text);
}

/**
 * Formats a phone number while it is typed, as `+7 (999) 999-99-99`. `8…`, `7…` and `9…` are read as Russian numbers;
 * other prefixes stay unchanged.
 */
export function maskPhone(text: string): string {
  if (text === '' || text === '+' || /^\+[^7]/.test(text.trim()) || /[^\d\s+().-]/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  // Ten pasted digits are a number without country code; typed digits already have the plus.
  const isOwn = !text.includes('+') && digits.length === 10;
  const own = !isOwn && /^[78]/.test(digits) ? digits.slice(1) : digits;
  if (own.length > 10) return text;
  const [area, ...rest] = [own.slice(0, 3), own.slice(3, 6), own.slice(6, 8), own.slice(8)];
  const tail = rest.filter(Boolean).join('-');
  return `+7 (${area}${area?.length === 3 ? `) ${tail}` : ''}`;
}
