/** Parses a typed number: comma or point, spaces between thousands. Undefined for anything else. */
export function readNumber(text: string): number | undefined {
  const plain = text.replace(/\s/g, '').replace(',', '.');
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(plain) ? Number(plain) : undefined;
}

/** A number as a form field shows it: no thousands separators, decimal separator of the language. */
export function numberText(value: number | null, language: string): string {
  if (value === null) return '';
  return language === 'en' ? String(value) : String(value).replace('.', ',');
}
