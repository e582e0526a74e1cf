import { type MarkCode, type MarkProblem, parseMarkCode } from '@/contract/orders/mark-code';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { StoredLine } from '../lock-order';
import { piecesToMark } from './assert-marked';

/** Codes of the pieces of a line, as they were read; `fields` names the field of each in the body. */
export interface ScannedLine {
  line: Pick<StoredLine, 'id' | 'quantity' | 'refunded_quantity' | 'requires_marking'>;
  codes: readonly string[];
  field: (place: number) => string;
}

interface ScannedCode extends MarkCode {
  lineId: number;
  field: string;
}

type Fields = Record<string, string[]>;

/** Problems of a whole request, besides those of one code. */
type StoreProblem = MarkProblem | 'error-mark-twice' | 'error-mark-sold' | 'error-marks-too-many';

/**
 * The codes of lines of a locked order, in place of those that they had (rules/receipts: a marked piece has its own code).
 * Throws VALIDATION_FAILED at the field of a code that has another form, comes twice, or belongs to a piece that is sold
 * and has not come back.
 */
export async function storeMarks(ctx: Ctx, scanned: readonly ScannedLine[]): Promise<void> {
  const codes = readCodes(scanned);
  const lineIds = scanned.map(({ line }) => line.id);
  const kept = codes.map(({ identity }) => identity);
  await ctx.db
    .deleteFrom('order_marks')
    .where('order_line_id', 'in', [0, ...lineIds])
    .where('returned_at', 'is', null)
    .where('identity', 'not in', ['', ...kept])
    .execute();
  const taken: Fields = {};
  // In one order, so that two people who store the same codes do not wait for each other in a ring.
  for (const one of codes.toSorted((a, b) => (a.identity < b.identity ? -1 : 1)))
    if (!(await storeCode(ctx, one))) addTo(taken, one.field, 'error-mark-sold');
  if (Object.keys(taken).length > 0) throw new AppError('VALIDATION_FAILED', { fields: taken });
}

/** False when the piece is sold already, with another line. */
async function storeCode(ctx: Ctx, { lineId, code, identity }: ScannedCode): Promise<boolean> {
  const stored = await ctx.db
    .insertInto('order_marks')
    .values({
      order_line_id: lineId,
      code,
      identity,
      scanned_by: ctx.user?.id ?? null,
      scanned_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict
        .column('identity')
        .where('returned_at', 'is', null)
        .doUpdateSet({ code })
        .where('order_marks.order_line_id', '=', lineId),
    )
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

function readCodes(scanned: readonly ScannedLine[]): ScannedCode[] {
  const wrong: Fields = {};
  const found = new Map<string, ScannedCode>();
  for (const { line, codes, field } of scanned) {
    const written = codes.flatMap((text, place) => (text === '' ? [] : [{ text, field: field(place) }]));
    if (written.length > piecesToMark(line)) addTo(wrong, field(0), 'error-marks-too-many');
    for (const { text, field: at } of written) {
      const read = parseMarkCode(text);
      if (typeof read === 'string') addTo(wrong, at, read);
      else if (found.has(read.identity)) addTo(wrong, at, 'error-mark-twice');
      else found.set(read.identity, { ...read, lineId: line.id, field: at });
    }
  }
  if (Object.keys(wrong).length > 0) throw new AppError('VALIDATION_FAILED', { fields: wrong });
  return [...found.values()];
}

function addTo(fields: Fields, field: string, problem: StoreProblem): void {
  fields[field] = [problem];
}
