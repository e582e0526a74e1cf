import { makeTurns } from '@/server/core/files/turns';

/** How a bank wrote a statement; null for other files. */
export type StatementFormat = '1c' | 'camt' | 'mt940';

export const statementStart = '1CClientBankExchange';

/** By its beginning, which is ASCII in all encodings. */
export function formatOf(content: Buffer): StatementFormat | null {
  const head = content.subarray(0, 4000).toString('latin1').replaceAll('\0', '');
  if (head.slice(0, 200).includes(statementStart)) return '1c';
  if (/<(?:[\w-]+:)?BkToCstmrStmt\b/.test(head) || head.includes('camt.053')) return 'camt';
  // A message may stand in the blocks of its network, and banks write lines of their own above it.
  return /^:20:/m.test(head) && /^:25[A-Z]?:/m.test(head) ? 'mt940' : null;
}

const chunkBytes = 256 * 1024;

/**
 * The text of a statement. What it says of its encoding is not believed, as banks write UTF-8 under any name: a byte order mark
 * decides, then whether all of it is UTF-8, then whether it names DOS when read so; XML is believed. Lets requests pass.
 */
export async function decodeStatement(content: Buffer): Promise<string> {
  const [, named] =
    /^<\?xml[^>]{0,100}encoding=["']([\w-]{1,40})["']/.exec(content.subarray(0, 200).toString('latin1')) ??
    [];
  if (content[0] === 0xff && content[1] === 0xfe) return decodeAs(content, 'utf-16le');
  if (content[0] === 0xfe && content[1] === 0xff) return decodeAs(content, 'utf-16be');
  try {
    return await decodeAs(content, 'utf-8');
  } catch {
    if (named && isKnown(named)) return decodeAs(content, named);
    const head = new TextDecoder('ibm866').decode(content.subarray(0, 4000));
    return decodeAs(content, /^Кодировка\s?=\s?DOS/im.test(head) ? 'ibm866' : 'windows-1251');
  }
}

async function decodeAs(content: Buffer, encoding: string): Promise<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  const turn = makeTurns();
  const parts: string[] = [];
  for (let from = 0; from < content.length; from += chunkBytes) {
    const isLast = from + chunkBytes >= content.length;
    const text = decoder.decode(content.subarray(from, from + chunkBytes), { stream: !isLast });
    // PostgreSQL stores neither NUL nor lone surrogates.
    parts.push(text.replaceAll('\0', '').toWellFormed());
    await turn();
  }
  return parts.join('');
}

function isKnown(encoding: string): boolean {
  try {
    return Boolean(new TextDecoder(encoding));
  } catch {
    return false;
  }
}

/** The lines of a text, whatever ends them: the number that an editor shows, and the place among all of them. */
export function* linesOf(text: string): Generator<{ text: string; line: number; place: number }> {
  const counted = text.includes('\n') ? '\n' : '\r';
  const ends = /[\r\n]/g;
  let [from, line, place] = [0, 1, 0];
  for (;;) {
    const found = ends.exec(text);
    place += 1;
    yield { text: text.slice(from, found?.index), line, place };
    if (!found) return;
    if (found[0] === counted) line += 1;
    from = found.index + 1;
  }
}
