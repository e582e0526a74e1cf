import { sql } from 'kysely';
import { valueKey } from '@/contract/catalogue/attributes/schema';
import type { BulkStepAnswer } from '@/contract/catalogue/products/bulk';
import {
  type characteristicChangeSchema,
  maxCharacteristics,
} from '@/contract/catalogue/products/characteristics';
import { isLive, type ProductStatus } from '@/contract/catalogue/products/moderation';
import { isAdmin, type UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { Input } from '@/server/core/validate';
import { isReviewed, submitChange } from '../moderation/product-reviews';
import {
  demandingCharacteristic,
  type GivenCharacteristic,
  replaceCharacteristics,
  settleCharacteristics,
  storedCharacteristics,
} from '../products/characteristics';
import { lockNextStep } from './bulk-products';

type Change = Input<typeof characteristicChangeSchema>;

/**
 * `POST products/bulk/characteristics`: sets one characteristic of one step of products, or takes it away; those on sale
 * whose categories demand it keep it.
 */
export async function bulkCharacteristics(
  options: ServiceOptions,
  ctx: UserCtx,
  body: JsonRecord,
  change: Change,
): Promise<BulkStepAnswer> {
  const { rows, record } = await lockNextStep(options, ctx, body, 'characteristics');
  const ids = rows.map(({ id }) => id);
  const before = await loadCharacteristics(ctx, ids);
  const demanded = change.mode === 'clear' ? await demandingCharacteristic(ctx, ids, change.name) : new Set();
  const spelt = new Map<number, GivenCharacteristic>();
  for (const shopId of new Set(rows.map(({ shop_id }) => shop_id))) {
    const given = { name: change.name, value: change.value ?? '' };
    const [settled = given] = await settleCharacteristics(ctx, shopId, [given], []);
    spelt.set(shopId, settled);
  }
  let refused = 0;
  const planned = rows.flatMap((row) => {
    const old = before.get(row.id) ?? [];
    const after = characteristicsAfter(old, change.mode, spelt.get(row.shop_id));
    if (!after) return [];
    if (after.length <= maxCharacteristics && !demanded.has(row.id)) return [{ row, old, after }];
    refused += 1;
    return [];
  });
  const isWatched = !isAdmin(ctx) && (await isReviewed(ctx));
  const { waiting = [], now = [] } = Object.groupBy(planned, ({ row }) =>
    isWatched && isLive(row.status as ProductStatus) ? 'waiting' : 'now',
  );
  for (const { row, after } of waiting) await submitChange(ctx, row, { characteristics: after });
  await writeCharacteristics(
    ctx,
    now.map(({ row, after }) => ({ id: row.id, shop_id: row.shop_id, characteristics: after })),
  );
  const changes = now.map(({ row, old, after }) => ({
    id: row.id,
    before: { characteristics: old },
    changes: { characteristics: [old, after] },
  }));
  const same = rows.length - planned.length - refused;
  return record(changes, { waiting: waiting.length, refused, same });
}

/** Undefined where nothing would change. */
function characteristicsAfter(
  old: readonly GivenCharacteristic[],
  mode: Change['mode'],
  asked: GivenCharacteristic | undefined,
): GivenCharacteristic[] | undefined {
  if (!asked) return undefined;
  const place = old.findIndex(({ name }) => valueKey(name) === valueKey(asked.name));
  if (mode === 'clear') return place < 0 ? undefined : old.filter((_one, index) => index !== place);
  if (place < 0) return [...old, asked];
  return valueKey(old[place]?.value ?? '') === valueKey(asked.value) ? undefined : old.with(place, asked);
}

async function loadCharacteristics(
  ctx: UserCtx,
  ids: readonly number[],
): Promise<Map<number, GivenCharacteristic[]>> {
  const { rows } = await sql<{ id: number; own: GivenCharacteristic[] }>`
    select p.id, ${storedCharacteristics(sql`p.id`)} as own from products p
    where p.id = any(${[...ids]}::bigint[])`.execute(ctx.db);
  return new Map(rows.map(({ id, own }) => [id, own]));
}

/** Replaces the characteristics of locked products, which get their next version. */
export async function writeCharacteristics(
  ctx: UserCtx,
  rows: readonly { id: number; shop_id: number; characteristics: readonly GivenCharacteristic[] }[],
): Promise<void> {
  for (const [shopId, ofShop] of Map.groupBy(rows, ({ shop_id }) => shop_id))
    await replaceCharacteristics(ctx, shopId, ofShop);
  await sql`update products set version = version + 1, updated_at = ${ctx.now}
    where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(ctx.db);
}
