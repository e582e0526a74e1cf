/**
 * A Russian phone number in the one form in which it is stored and compared, `+7 (999) 999-99-99`. Takes what people
 * paste: `8 999…`, `7999…`, ten digits, any separators (reference russia §3.2). Undefined when it is no such number.
 */
export function toPhone(text: string): string | undefined {
  if (!/^[\d\s+()\u00a0.-]+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  // An unfinished `+7 999…` has ten digits, too, and is nobody's number yet.
  if (text.trim().startsWith('+') && digits.length !== 11) return undefined;
  const own = digits.length === 11 && /^[78]/.test(digits) ? digits.slice(1) : digits;
  const parts = /^(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(own);
  return parts ? `+7 (${parts[1]}) ${parts[2]}-${parts[3]}-${parts[4]}` : undefined;
}
