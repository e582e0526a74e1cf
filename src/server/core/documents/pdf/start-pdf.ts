import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { defaultSettings } from '@/contract/settings';
import { type PdfColumn, tableOn } from './table';
import { printable } from './text';

/** Margin of the page on each side, in points. */
const margin = 40;

const ink = '#12161f';
const quiet = '#4a5263';
const line = '#d5dae2';

export interface LineStyle {
  /** In points; 10 unless given. */
  size?: number;
  isBold?: boolean;
  isQuiet?: boolean;
}

/** A document written from top to bottom; what does not fit continues on the next page. Texts are printed literally. */
export interface Pdf {
  title: (text: string) => void;
  heading: (text: string) => void;
  text: (text: string, style?: LineStyle) => void;
  gap: (points?: number) => void;
  /** Blocks of lines side by side, such as seller and buyer. The first line of each is its heading. */
  columns: (blocks: readonly (readonly string[])[]) => void;
  /** A table that repeats its heading on each page. */
  table: (columns: readonly PdfColumn[], rows: readonly (readonly string[])[]) => void;
  /** The same for hundreds of rows, yielding to other requests. */
  longTable: (columns: readonly PdfColumn[], rows: readonly (readonly string[])[]) => Promise<void>;
  /** Labels and sums aligned to the right edge, the bold ones larger. */
  totals: (rows: readonly { label: string; value: string; isBold?: boolean }[]) => void;
  /** Numbers the pages and ends the document. `footer` is printed at the bottom left of each page. */
  finish: (footer?: string) => Promise<Buffer>;
}

/**
 * Starts a document of A4 pages in the panel's font, which has Cyrillic and the rouble sign. Loads pdfkit on first use.
 */
export async function startPdf({ title }: { title: string }): Promise<Pdf> {
  const [{ default: PDFDocument }, regular, bold] = await Promise.all([
    import('pdfkit'),
    fontFile('regular'),
    fontFile('semibold'),
  ]);
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + 16 },
    bufferPages: true,
    info: { Title: printable(title), Creator: defaultSettings.siteTitle },
  });
  doc.registerFont('regular', regular).registerFont('bold', bold).font('regular').fillColor(ink);
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  return paperOn(doc, () => ended(doc, pieces));
}

function paperOn(doc: PDFKit.PDFDocument, end: () => Promise<Buffer>): Pdf {
  const left = margin;
  const width = doc.page.width - 2 * margin;
  const place = { left, width, line, ink, quiet };
  const text = (words: string, style: LineStyle = {}) => {
    doc
      .font(style.isBold ? 'bold' : 'regular')
      .fontSize(style.size ?? 10)
      .fillColor(style.isQuiet ? quiet : ink)
      .text(printable(words), left, doc.y, { width });
  };
  return {
    text,
    title: (words) => text(words, { size: 18, isBold: true }),
    heading: (words) => {
      doc.moveDown(0.6);
      text(words, { size: 12, isBold: true });
      doc.moveDown(0.3);
    },
    gap: (points = 8) => {
      doc.y += points;
    },
    columns: (blocks) => writeColumns(doc, left, width, blocks),
    table: (columns, rows) => void Array.from(tableOn(doc, place, columns, rows)),
    longTable: async (columns, rows) => {
      for (const _ of tableOn(doc, place, columns, rows)) await setImmediate();
    },
    totals: (rows) => writeTotals(doc, left, width, rows),
    finish: (footer = '') => {
      numberPages(doc, left, width, footer);
      return end();
    },
  };
}

function writeColumns(
  doc: PDFKit.PDFDocument,
  left: number,
  width: number,
  blocks: readonly (readonly string[])[],
): void {
  const gap = 16;
  const each = (width - gap * (blocks.length - 1)) / blocks.length;
  const top = doc.y;
  let bottom = top;
  blocks.forEach((lines, place) => {
    doc.y = top;
    lines.forEach((words, at) => {
      doc
        .font(at === 0 ? 'bold' : 'regular')
        .fontSize(at === 0 ? 10 : 9)
        .fillColor(at === 0 ? ink : quiet)
        .text(printable(words), left + place * (each + gap), doc.y, { width: each, lineGap: 1 });
    });
    bottom = Math.max(bottom, doc.y);
  });
  doc.y = bottom;
}

function writeTotals(
  doc: PDFKit.PDFDocument,
  left: number,
  width: number,
  rows: readonly { label: string; value: string; isBold?: boolean }[],
): void {
  const box = Math.min(280, width);
  const from = left + width - box;
  // Keeps the sums on one page.
  if (doc.y + rows.length * 16 > doc.page.maxY()) doc.addPage();
  for (const { label, value, isBold } of rows) {
    const top = doc.y;
    doc.font(isBold ? 'bold' : 'regular').fontSize(isBold ? 11 : 9.5);
    doc.fillColor(isBold ? ink : quiet).text(printable(label), from, top, { width: box * 0.6 });
    const after = doc.y;
    doc.fillColor(ink).text(printable(value), from + box * 0.5, top, { width: box * 0.5, align: 'right' });
    doc.y = Math.max(after, doc.y) + 2;
  }
}

function numberPages(doc: PDFKit.PDFDocument, left: number, width: number, footer: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // The footer is in the margin, where pdfkit would start a new page.
    doc.page.margins.bottom = 0;
    const top = doc.page.height - margin;
    const style = { width, lineBreak: false } as const;
    doc.font('regular').fontSize(8).fillColor(quiet);
    doc.text(printable(footer), left, top, style);
    doc.text(`${page - start + 1} / ${count}`, left, top, { ...style, align: 'right' });
  }
}

function ended(doc: PDFKit.PDFDocument, pieces: Buffer[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    doc.once('end', () => resolve(Buffer.concat(pieces)));
    doc.once('error', reject);
    doc.end();
  });
}

const fonts = new Map<string, Promise<Buffer>>();

/** The complete Golos Text: the web's subsets are in a format that PDF cannot embed. Read once. */
function fontFile(weight: 'regular' | 'semibold'): Promise<Buffer> {
  const known = fonts.get(weight);
  if (known) return known;
  const file = join(process.cwd(), 'src/server/core/documents/pdf/fonts', `golos-text-${weight}.ttf`);
  const read = readFile(file);
  fonts.set(weight, read);
  // A failure is not cached.
  read.catch(() => fonts.delete(weight));
  return read;
}
