import type { OrderMarks, orderMarksSchema } from '@/contract/orders/marks';
import { endedStatuses } from '@/contract/orders/status';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import { settingsOptions } from '@/server/core/settings';
import type { Input } from '@/server/core/validate';
import { type LockedOrder, lockOrder, readOrder, type StoredLine } from '../lock-order';
import { piecesToMark } from './assert-marked';
import { storeMarks } from './store-marks';

/** `GET orders/{id}/marks`: marked goods of an order or a part, and the codes of their pieces. Throws NOT_FOUND. */
export async function orderMarks(ctx: UserCtx, key: string): Promise<OrderMarks> {
  return presentMarks(ctx, await readOrder(ctx, key));
}

/**
 * `PUT orders/{id}/marks`: the codes of the lines that it names, until they are handed over. Throws NOT_FOUND,
 * ACTION_NOT_VALID afterwards, and VALIDATION_FAILED (`storeMarks`).
 */
export async function putMarks(
  ctx: UserCtx,
  key: string,
  { lines: given }: Input<typeof orderMarksSchema>,
): Promise<OrderMarks> {
  const order = await lockOrder(ctx, key);
  const lines = markedLines(order);
  const scanned = given.map(({ id, codes }, place) => {
    const line = lines.find((one) => one.id === id);
    if (!line) throw new AppError('NOT_FOUND');
    if (!mayChange(order, line)) throw new AppError('ACTION_NOT_VALID');
    return { line, codes, field: (piece: number) => `lines[${place}].codes[${piece}]` };
  });
  if (new Set(scanned.map(({ line }) => line.id)).size < scanned.length) rejectValue('lines');
  await storeMarks(ctx, scanned);
  const count = given.reduce((sum, { codes }) => sum + codes.filter((code) => code !== '').length, 0);
  const { id } = order.target;
  await audit(ctx, { family: 'orders', id, action: 'marks', changes: { codes: [null, count] } });
  return presentMarks(ctx, order);
}

/** Lines of the order or part that was asked for. */
const markedLines = ({ root, target, lines }: LockedOrder): StoredLine[] =>
  lines.filter(
    ({ order_id, requires_marking, quantity }) =>
      requires_marking && quantity > 0 && (target.id === root.id || order_id === target.id),
  );

function mayChange({ parts }: LockedOrder, { order_id }: StoredLine): boolean {
  const status = parts.find(({ id }) => id === order_id)?.order_status;
  return status !== undefined && status !== 'order-completed' && !endedStatuses.includes(status);
}

async function presentMarks(ctx: Ctx, order: LockedOrder): Promise<OrderMarks> {
  const { markCodesRequired } = await settingsOptions(ctx);
  const lines = markedLines(order);
  const marks = await ctx.db
    .selectFrom('order_marks')
    .select(['order_line_id', 'code', 'returned_at'])
    .where('order_line_id', 'in', [0, ...lines.map(({ id }) => id)])
    .orderBy('id')
    .execute();
  return {
    is_required: markCodesRequired ?? false,
    may_change: lines.some((line) => mayChange(order, line)),
    lines: lines.map((line) => {
      const own = marks.filter(({ order_line_id }) => order_line_id === line.id);
      const codesOf = (isReturned: boolean) =>
        own.filter(({ returned_at }) => (returned_at !== null) === isReturned).map(({ code }) => code);
      const { id, name, variation } = line;
      return {
        id,
        name,
        variation,
        pieces: piecesToMark(line),
        codes: codesOf(false),
        returned: codesOf(true),
      };
    }),
  };
}
