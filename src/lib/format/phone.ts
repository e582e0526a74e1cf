/** `+7 (999) 123-45-67` for a Russian number in any usual spelling; others stay as they are. */
export function formatPhone(phone: string | null | undefined): string {
  const digits = (phone ?? '').replace(/\D/g, '');
  const national = digits.length === 11 && /^[78]/.test(digits) ? digits.slice(1) : digits;
  const parts = /^(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(national);
  if (!parts || (digits.length === 10 && phone?.trim().startsWith('+'))) return phone ?? '';
  return `+7 (${parts[1]}) ${parts[2]}-${parts[3]}-${parts[4]}`;
}
