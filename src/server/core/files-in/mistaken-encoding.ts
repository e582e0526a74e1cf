import iconv from 'iconv-lite';

/** Letters of UTF-8 as windows-1251 and windows-1252 show its bytes: «Р§Р°С€РєР°», «Ð§Ð°ÑˆÐºÐ°». */
const mistaken = [
  { encoding: 'windows-1251', pairs: /[РС](?=[\u0080-\uffff])[^А-Яа-я]/g },
  { encoding: 'windows-1252', pairs: /[ÐÑ](?=[\u0080-\uffff])[^À-ÿ]/g },
] as const;

/**
 * The text of a cell that is in UTF-8 within a file of another encoding, or was taken for one before it came here.
 * Undefined for any other cell: all of its letters beyond ASCII must be such bytes.
 */
export function withRightEncoding(cell: string): string | undefined {
  for (const { encoding, pairs } of mistaken) {
    if ((cell.match(pairs)?.length ?? 0) < 2) continue;
    const text = fromBytes(cell, encoding);
    if (text !== undefined && isPlain.test(text)) return text;
  }
  return undefined;
}

/** Nothing beyond ASCII but letters that are written today, and signs of texts. */
const isPlain = /^(?:\p{ASCII}|[А-яЁёІіЇїЄєҐґЎўӘәҒғҚқҢңӨөҰұҮүҺһ«»„“”’–—…№°²³×±\u00a0])*$/u;

function fromBytes(cell: string, encoding: string): string | undefined {
  const bytes: number[] = [];
  for (const sign of cell) {
    // Bytes without a sign of their own: 0x98 of windows-1251, five of windows-1252.
    const code = sign === '\ufffd' ? 0x98 : (sign.codePointAt(0) ?? 0);
    const byte = code >= 0x80 && code <= 0x9f ? code : undefined;
    const encoded = byte === undefined ? iconv.encode(sign, encoding) : Buffer.of(byte);
    if (encoded.length !== 1 || (encoded[0] === 0x3f && sign !== '?')) return undefined;
    bytes.push(encoded[0] ?? 0);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}
