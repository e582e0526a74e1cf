/**
 * Normalises a Russian phone number to the stored form, `+7 (999) 999-99-99`. Accepts `8 999…`, `7999…` and ten digits
 * with any separators. Undefined for anything else.
 */
export function toPhone(text: string): string | undefined {
  if (!/^[\d\s+()\u00a0.-]+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  // An incomplete `+7 999…` also has ten digits.
  if (text.trim().startsWith('+') && digits.length !== 11) return undefined;
  const own = digits.length === 11 && /^[78]/.test(digits) ? digits.slice(1) : digits;
  const parts = /^(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(own);
  return parts ? `+7 (${parts[1]}) ${parts[2]}-${parts[3]}-${parts[4]}` : undefined;
}
