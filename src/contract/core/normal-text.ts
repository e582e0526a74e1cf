/**
 * A text as everything compares and stores it: composed letters (и with a breve is й), no-break spaces as spaces, without
 * signs that nobody sees. Joiners stay, emoji and scripts are made with them.
 */
export function normalText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u00a0\u202f\u2007]/g, ' ')
    .replaceAll('\u0000', '')
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .toWellFormed();
}
