/** An address without its scheme, Cyrillic decoded. */
export function readableAddress(address: string): string {
  const text = address.replace(/^https?:\/\//i, '');
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).trimEnd()}…` : text;
}
