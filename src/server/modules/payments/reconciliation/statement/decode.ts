/**
 * The text of a file of `1CClientBankExchange`. Its `Кодировка` is not believed: banks write UTF-8 under any name. A byte
 * order mark decides, then whether all of it is UTF-8, then whether it names DOS when read so.
 */
export function decodeStatement(content: Buffer): string {
  // PostgreSQL stores neither NUL nor lone surrogates.
  return decode(content).replaceAll('\0', '').toWellFormed();
}

function decode(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder('utf-16le').decode(content);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    const dos = new TextDecoder('ibm866').decode(content);
    return /^Кодировка\s*=\s*DOS/im.test(dos) ? dos : new TextDecoder('windows-1251').decode(content);
  }
}

export const statementStart = '1CClientBankExchange';

/** Whether a file begins as a statement; its first line is ASCII in all encodings. */
export const isStatement = (content: Buffer): boolean =>
  content.subarray(0, 200).toString('latin1').replaceAll('\0', '').includes(statementStart);
