import { inflateSync } from 'node:zlib';

/**
 * The words of a PDF of ours, page by page: pdfkit writes glyphs of an embedded font, and a table beside each font says which
 * letters they are. Throws for a PDF without words, so that a reader that no longer understands the writer is noticed.
 */
export function pdfText(pdf: Buffer): string {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Map<string, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? '';
      fonts.set(name, lettersOf(objects.get(table)?.stream ?? ''));
    }
  const text = [...objects.values()]
    .filter(({ stream }) => stream.includes(' Tf'))
    .map(({ stream }) => wordsOf(stream, fonts))
    .join('\n');
  if (!/\p{L}{2}/u.test(text)) throw new Error('No words in this PDF');
  return text;
}

interface PdfObject {
  head: string;
  stream: string;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const source = pdf.toString('latin1');
  const found = new Map<string, PdfObject>();
  for (const { 0: all, 1: id = '', index } of source.matchAll(/(\d+) 0 obj\n/g)) {
    const start = index + all.length;
    const end = source.indexOf('endobj', start);
    const body = source.indexOf('stream\n', start);
    const hasStream = body >= 0 && body < end;
    const head = source.slice(start, hasStream ? body : end);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    const from = body + 'stream\n'.length;
    const bytes = hasStream ? pdf.subarray(from, from + length) : Buffer.of();
    const isPacked = head.includes('/FlateDecode');
    found.set(id, { head, stream: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') });
  }
  return found;
}

/** Glyph → letters of a ToUnicode table: ranges of glyphs with the letters of each, all in hexadecimal UTF-16. */
function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', , list = ''] of table.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
    [...list.matchAll(/<([^>]*)>/g)].forEach(([, hex = ''], at) => {
      const glyph = (Number.parseInt(first, 16) + at).toString(16).padStart(4, '0');
      const units = hex.replaceAll(' ', '').match(/.{4}/g) ?? [];
      letters.set(glyph, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))));
    });
  return letters;
}

function wordsOf(page: string, fonts: ReadonlyMap<string, Map<string, string>>): string {
  let font = new Map<string, string>();
  const lines: string[] = [];
  for (const [, name, shown = ''] of page.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? new Map();
    else
      lines.push(
        [...shown.matchAll(/<(\w+)>/g)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => font.get(glyph.toLowerCase()) ?? '')
          .join(''),
      );
  }
  return lines.join('\n');
}
