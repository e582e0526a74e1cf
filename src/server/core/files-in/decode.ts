import { open } from 'node:fs/promises';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import type { Encoding, HowRead } from '@/contract/core/files/file-tables';
import { makeTurns } from '../files/turns';
import { likelyCyrillic } from './likely-cyrillic';

/** An encoding and what it was decided by. */
export interface DecidedEncoding {
  encoding: Encoding;
  by: NonNullable<HowRead['encodingBy']>;
}

const pieceBytes = 64 * 1024;
/** Pieces with letters beyond ASCII that the likelihood of an encoding is judged by. */
const judgedPieces = 4;
const judgedBytes = 16 * 1024;

/**
 * The encoding of a text file, by all of its bytes (rules/core: a file of others is read by evidence): its mark, UTF-16
 * by its zero bytes, UTF-8 while most of what is not ASCII is valid, so that a damaged letter does not decide for the
 * file, else what the letters fit best. Undefined for a file that is no text.
 */
export async function detectEncoding(
  path: string,
  signal?: AbortSignal,
): Promise<DecidedEncoding | undefined> {
  const tally = new Utf8Tally();
  const judged: Buffer[] = [];
  let isFirst = true;
  for await (const piece of piecesOf(path)) {
    signal?.throwIfAborted();
    if (isFirst) {
      const early = decidedByStart(piece);
      if (early === 'no text') return undefined;
      if (early) return early;
    }
    isFirst = false;
    const first = judged.length < judgedPieces ? piece.findIndex((byte) => byte > 0x7f) : -1;
    if (first >= 0) judged.push(Buffer.from(piece.subarray(first, first + judgedBytes)));
    tally.add(piece);
  }
  return decidedByBytes(tally, judged);
}

/** As `detectEncoding`, of a file that is in memory. */
export async function detectEncodingOf(content: Buffer): Promise<DecidedEncoding | undefined> {
  const early = decidedByStart(content.subarray(0, pieceBytes));
  if (early === 'no text') return undefined;
  if (early) return early;
  const tally = new Utf8Tally();
  const turn = makeTurns();
  for (let from = 0; from < content.length; from += pieceBytes) {
    tally.add(content.subarray(from, from + pieceBytes));
    await turn();
  }
  const first = Math.max(
    0,
    content.findIndex((byte) => byte > 0x7f),
  );
  return decidedByBytes(tally, [content.subarray(first, first + judgedPieces * judgedBytes)]);
}

/** A text of a file; its marks of order are no part of it. Signs that could not be read are U+FFFD. */
export function decodeAll(content: Buffer, encoding: Encoding): string {
  return iconv.decode(content, encoding, { stripBOM: true });
}

/** The text of a file in pieces; ends with the reason when `signal` is aborted. */
export async function* decodedPieces(
  path: string,
  encoding: Encoding,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding, { stripBOM: true });
  for await (const piece of piecesOf(path)) {
    signal?.throwIfAborted();
    yield decoder.write(piece);
  }
  const rest = decoder.end();
  if (rest) yield rest;
}

/** The first signs of a text file. */
export async function startOf(path: string, encoding: Encoding): Promise<string> {
  const text = decodeAll(await firstBytes(path), encoding);
  // The last letter may be cut.
  return text.endsWith('\ufffd') ? text.slice(0, -1) : text;
}

/** The first 64 kB of a file. */
export async function firstBytes(path: string): Promise<Buffer> {
  for await (const piece of piecesOf(path)) return Buffer.from(piece);
  return Buffer.alloc(0);
}

async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** How PDF, RTF, pictures, archives, old workbooks and UTF-32 begin. */
const otherFiles = [
  '%PDF-',
  '\u0089PNG',
  '\u00ff\u00d8\u00ff',
  'GIF8',
  'RIFF',
  'Rar!',
  '7z\u00bc\u00af',
  '\u001f\u008b',
  '{\\rtf',
  'PK\u0003\u0004',
  '\u00d0\u00cf\u0011\u00e0',
  '\u00ff\u00fe\0\0',
  '\0\0\u00fe\u00ff',
];

function decidedByStart(start: Buffer): DecidedEncoding | 'no text' | undefined {
  const head = start.toString('latin1', 0, 8);
  if (otherFiles.some((mark) => head.startsWith(mark))) return 'no text';
  if (start[0] === 0xff && start[1] === 0xfe) return { encoding: 'utf-16le', by: 'mark' };
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: 'utf-16be', by: 'mark' };
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return { encoding: 'utf-8', by: 'mark' };
  if (!start.includes(0)) return undefined;
  const encoding = wideWithoutMark(start);
  if (encoding) return { encoding, by: 'bytes' };
  return isSpoiltText(start) ? undefined : 'no text';
}

/** A text with a few zero bytes in it: one is told in its row, and does not cost the file. */
function isSpoiltText(start: Buffer): boolean {
  const unseen = start.reduce((count, byte) => count + Number(byte < 9 || (byte > 13 && byte < 26)), 0);
  return unseen <= Math.max(3, start.length / 200);
}

/** UTF-16 without a mark: every other byte is that of a page of Latin, Cyrillic or Arabic letters or of signs. */
function wideWithoutMark(start: Buffer): Encoding | undefined {
  const pairs = Math.floor(start.length / 2);
  const pages = [0, 0];
  for (let at = 0; at < pairs * 2; at += 1) {
    const byte = start[at] ?? 0;
    const isPage = byte === 0 || byte === 4 || byte === 6 || (byte >= 0x20 && byte <= 0x22);
    if (isPage) pages[at % 2] = (pages[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = pages.map((count) => count / pairs);
  if (Math.max(even, odd) < 0.9 || Math.min(even, odd) > 0.6) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Counts letters beyond ASCII that UTF-8 reads, and bytes that it does not. */
class Utf8Tally {
  read = 0;
  wrong = 0;
  private readonly decoder = new TextDecoder();

  add(piece: Buffer): void {
    const text = this.decoder.decode(piece, { stream: true });
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0xfffd) this.wrong += 1;
      else if (code > 0x7f) this.read += 1;
    }
  }

  /** A letter that the file breaks off in is one more wrong byte. */
  close(): this {
    if (this.decoder.decode() !== '') this.wrong += 1;
    return this;
  }
}

/** So many letters that UTF-8 reads outweigh one byte that it does not. */
const outweighs = 2;

function decidedByBytes(tally: Utf8Tally, judged: readonly Buffer[]): DecidedEncoding {
  const { read, wrong } = tally.close();
  if (wrong === 0 || read > wrong * outweighs) return { encoding: 'utf-8', by: 'bytes' };
  const sample = Buffer.concat(judged);
  const cyrillic = likelyCyrillic(sample);
  if (cyrillic.isSure) return { encoding: cyrillic.encoding, by: 'likely' };
  const other = analyse(sample).find(({ name }) => otherNames.has(name))?.name ?? '';
  return { encoding: otherNames.get(other) ?? cyrillic.encoding, by: 'likely' };
}

/** What the library that guesses calls the encodings that no Cyrillic letters are in. */
const otherNames = new Map<string, Encoding>([
  ['ISO-8859-1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['ISO-8859-9', 'windows-1254'],
  ['windows-1254', 'windows-1254'],
  ['ISO-8859-6', 'windows-1256'],
  ['windows-1256', 'windows-1256'],
  ['GB18030', 'gb18030'],
]);
