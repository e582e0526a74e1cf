import { sql } from 'kysely';
import { deliveryClasses } from '@/contract/settings/delivery-classes';
import type { Ctx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { Ids } from '@/server/core/resource/relations';
import { resourceService } from '@/server/core/resource/service';

/** Clears the amount of a class that became free: the form hides the field and does not send it. */
export const clearFreeAmount = (_ctx: Ctx, _before: JsonRecord, { type }: JsonRecord): JsonRecord =>
  type === 'free_shipping' ? { amount: null } : {};

export const deliveryClassesService = resourceService(deliveryClasses, {
  table: 'delivery_classes',
  virtualFields: ['box_ids'],
  onUpdate: clearFreeAmount,
  afterSave: saveBoxes,
  usedBy: [{ table: 'products', column: 'delivery_class_id', family: 'products' }],
  include: { boxes: boxesInclude },
  present,
});

async function saveBoxes(ctx: Ctx, id: number, input: JsonRecord, sent: readonly string[]): Promise<void> {
  if (!sent.includes('box_ids')) return;
  const boxIds = (input.box_ids ?? []) as number[];
  const found = await ctx.db
    .selectFrom('boxes')
    .select('id')
    .where('id', 'in', [0, ...boxIds])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    // Shared lock: no box is removed before the link is committed.
    .forShare()
    .execute();
  if (found.length < boxIds.length) {
    rejectValue('box_ids');
  }
  await ctx.db.deleteFrom('delivery_class_boxes').where('delivery_class_id', '=', id).execute();
  if (boxIds.length === 0) return;
  const rows = boxIds.map((box_id) => ({ delivery_class_id: id, box_id }));
  await ctx.db.insertInto('delivery_class_boxes').values(rows).execute();
}

/** Boxes of each class, smallest first. */
function boxesInclude(_ctx: Ctx, ids: Ids) {
  return sql`select link.delivery_class_id as id, json_agg(json_build_object('id', b.id, 'name', b.name)
      order by b.length * b.width * b.height, b.id) as value
    from delivery_class_boxes link join boxes b on b.id = link.box_id
    where link.delivery_class_id = any(${ids}) and b.deleted_at is null group by link.delivery_class_id`;
}

async function present(_ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  return rows.map((row) => {
    const boxes = (row.boxes ?? []) as { id: number; name: string }[];
    return { ...row, boxes, box_ids: boxes.map(({ id }) => id) };
  });
}
