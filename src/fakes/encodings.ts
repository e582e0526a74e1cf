/** Bytes of a text in the encodings of bank files, made from what Node decodes. A character that one lacks becomes `?`. */
export const encodings = ['windows-1251', 'ibm866', 'utf-8', 'utf-8-bom'] as const;

export type Encoding = (typeof encodings)[number];

export function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'utf-8-bom') return Buffer.from(`\uFEFF${text}`, 'utf8');
  const codes = codesOf(encoding);
  return Buffer.from(Array.from(text, (character) => codes.get(character) ?? 0x3f));
}

function codesOf(encoding: string): Map<string, number> {
  const decoder = new TextDecoder(encoding);
  return new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]));
}
