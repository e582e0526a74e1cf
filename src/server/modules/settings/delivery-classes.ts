import { deliveryClasses } from '@/contract/settings/delivery-classes';
import type { Ctx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { resourceService } from '@/server/core/resource/service';

/** Clears the amount of a class that became free: the form hides the field and does not send it. */
export const clearFreeAmount = (_ctx: Ctx, _before: JsonRecord, { type }: JsonRecord): JsonRecord =>
  type === 'free_shipping' ? { amount: null } : {};

/** Delivery classes with their boxes (reference entities E106). */
export const deliveryClassesService = resourceService(deliveryClasses, {
  table: 'delivery_classes',
  virtualFields: ['box_ids'],
  onUpdate: clearFreeAmount,
  afterSave: saveBoxes,
  usedBy: [{ table: 'products', column: 'delivery_class_id', family: 'products' }],
  present: withBoxes,
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

/** Adds the boxes, smallest first, in one query for all rows. */
async function withBoxes(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  const ids = rows.map((row) => Number(row.id));
  const boxes = await ctx.db
    .selectFrom('delivery_class_boxes as link')
    .innerJoin('boxes', 'boxes.id', 'link.box_id')
    .select(['link.delivery_class_id', 'boxes.id', 'boxes.name'])
    .where('link.delivery_class_id', 'in', [0, ...ids])
    .where('boxes.deleted_at', 'is', null)
    .orderBy((eb) => eb('boxes.length', '*', eb('boxes.width', '*', eb.ref('boxes.height'))))
    .orderBy('boxes.id')
    .execute();
  return rows.map((row) => {
    const own = boxes.filter((box) => box.delivery_class_id === row.id);
    return {
      ...row,
      box_ids: own.map(({ id }) => id),
      boxes: own.map(({ id, name }) => ({ id, name })),
    };
  });
}
