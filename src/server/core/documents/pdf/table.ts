import { printable } from './text';

export interface PdfColumn {
  title: string;
  /** Relative width of the column. */
  width: number;
  align?: 'left' | 'right';
  /** Cells show an empty square to tick by hand. */
  isTick?: boolean;
}

interface Place {
  left: number;
  width: number;
  line: string;
  ink: string;
  quiet: string;
}

const padding = 3;

/**
 * A table from the current position; a row is never split between pages, and each page repeats the heading. Thousands
 * of rows take seconds: it yields after each fifty, so that other requests can run.
 */
export function* tableOn(
  doc: PDFKit.PDFDocument,
  place: Place,
  columns: readonly PdfColumn[],
  rows: readonly (readonly string[])[],
): Generator<void> {
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  const widths = columns.map(({ width }) => (width / whole) * place.width);
  const heading = () => {
    doc.font('bold').fontSize(8.5);
    writeRow(
      doc,
      place,
      columns,
      widths,
      columns.map(({ title }) => title),
      true,
    );
    doc.font('regular').fontSize(9);
  };
  heading();
  for (const [count, row] of rows.entries()) {
    if (count % 50 === 49) yield;
    if (doc.y + heightOf(doc, widths, row) > doc.page.maxY()) {
      doc.addPage();
      heading();
    }
    writeRow(doc, place, columns, widths, row, false);
  }
  doc.y += 6;
}

function heightOf(doc: PDFKit.PDFDocument, widths: readonly number[], row: readonly string[]): number {
  const heights = widths.map((width, at) =>
    doc.heightOfString(printable(row[at] ?? ''), { width: width - 2 * padding }),
  );
  return Math.max(14, ...heights) + 2 * padding;
}

function writeRow(
  doc: PDFKit.PDFDocument,
  place: Place,
  columns: readonly PdfColumn[],
  widths: readonly number[],
  row: readonly string[],
  isHeading: boolean,
): void {
  const top = doc.y;
  const height = heightOf(doc, widths, row);
  let left = place.left;
  columns.forEach(({ align = 'left', isTick }, at) => {
    const width = widths[at] ?? 0;
    if (isTick && !isHeading)
      doc
        .rect(left + padding, top + padding + 1, 10, 10)
        .lineWidth(0.8)
        .stroke(place.ink);
    doc
      .fillColor(isHeading ? place.quiet : place.ink)
      .text(printable(row[at] ?? ''), left + padding, top + padding, { width: width - 2 * padding, align });
    left += width;
  });
  doc.y = top + height;
  doc
    .moveTo(place.left, doc.y)
    .lineTo(place.left + place.width, doc.y)
    .lineWidth(isHeading ? 0.8 : 0.4)
    .stroke(place.line);
}
