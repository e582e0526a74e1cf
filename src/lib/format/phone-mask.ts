import { toPhone } from '@/contract/core/phone';

/** The number in its stored form; undefined while it is not whole: `+7 (999) 123-45-6` has ten digits, but not ten of its own. */
export function wholePhone(text: string): string | undefined {
  const isShort = text.trim().startsWith('+') && text.replace(/\D/g, '').length !== 11;
  return isShort ? undefined : toPhone(text);
}

/**
 * A phone number while it is being typed, in the shape `+7 (999) 999-99-99` as far as it goes. `8…`, `7…` and `9…` are
 * taken for Russian numbers; what begins otherwise stays as it is.
 */
export function maskPhone(text: string): string {
  if (text === '' || text === '+' || /^\+[^7]/.test(text.trim()) || /[^\d\s+().-]/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  // Ten digits at once are a number without its country; typed one by one, they have their plus by then.
  const isOwn = !text.includes('+') && digits.length === 10;
  const own = !isOwn && /^[78]/.test(digits) ? digits.slice(1) : digits;
  if (own.length > 10) return text;
  const [area, ...rest] = [own.slice(0, 3), own.slice(3, 6), own.slice(6, 8), own.slice(8)];
  const tail = rest.filter(Boolean).join('-');
  return `+7 (${area}${area?.length === 3 ? `) ${tail}` : ''}`;
}
