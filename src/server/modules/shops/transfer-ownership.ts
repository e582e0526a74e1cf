import { randomBytes } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { ownershipTransfers } from '@/contract/shops/ownership-transfers';
import {
  type TransferConditions,
  type TransferVendor,
  transferSchema,
} from '@/contract/shops/ownership-transfers/schema';
import { audit } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import { assertBelowLimit, increment } from '@/server/core/rate-limits';
import type { Policy } from '@/server/core/resource/policy';
import type { JsonRecord } from '@/server/core/resource/query';
import { resourceService } from '@/server/core/resource/service';
import { validate } from '@/server/core/validate';
import { balancesOfShops } from '@/server/modules/ledger/ledger';
import { send } from '@/server/modules/messaging/outbox';
import { transferOffered } from './emails';
import { findVendor, ownerOfShop } from './shop-owners';
import { lockShop, shopsService } from './shops';

/** Searches of an owner for another by e-mail: enough for a mistyped one, too few to try out a list of addresses. */
const searchLimit = { hits: 60, minutes: 60 };

/** An administrator's are all; a vendor's those that come from them, go to them, or are about a shop of theirs. */
const ownTransfers: Policy = (ctx) => {
  if (isAdmin(ctx)) return undefined;
  const { id = 0, ownedShopIds = [] } = ctx.user ?? {};
  return () => sql<boolean>`(ownership_transfers.from_id = ${id} or ownership_transfers.to_id = ${id}
    or ownership_transfers.shop_id = any(${ownedShopIds}::bigint[]))`;
};

const isPerson = (column: 'from_id' | 'to_id', value: string) =>
  sql<SqlBool>`${sql.ref(column)} = ${/^\d{1,15}$/.test(value) ? Number(value) : 0}`;

const person = (column: 'from_id' | 'to_id') => (_ctx: Ctx, ids: readonly number[]) =>
  sql`select t.id,
    jsonb_build_object('id', u.id, 'name', u.name) as value
  from ownership_transfers t join users u on u.id = ${sql.ref(`t.${column}`)} where t.id = any(${ids}::bigint[])`;

/** Reading them; they are made and decided in ways of their own. */
export const transfers = resourceService(ownershipTransfers, {
  table: 'ownership_transfers',
  policy: ownTransfers,
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  include: { from_user: person('from_id'), to_user: person('to_id') },
  conditions: {
    from: (_eb, value) => isPerson('from_id', value),
    to: (_eb, value) => isPerson('to_id', value),
    type: (_eb, value, ctx) =>
      isPerson(value === 'received' ? 'to_id' : 'from_id', String(ctx.user?.id ?? 0)),
    'shop.name': (_eb, value) => sql<SqlBool>`exists (select 1 from shops s
      where s.id = ownership_transfers.shop_id and s.name ilike ${`%${value.replace(/[\\%_]/g, '\\$&')}%`})`,
  },
  present: async (_ctx, rows) =>
    rows.map(({ from_id, to_id, decided_by: _who, ...row }) => ({ ...row, from: from_id, to: to_id })),
});

/**
 * `POST transfer-shop-ownership`: asks that a shop of one's own goes to another vendor. Throws NOT_FOUND for another's
 * shop and VALIDATION_FAILED for nobody who could own it, or while another transfer is running.
 */
export async function askForTransfer(ctx: UserCtx, body: JsonRecord): Promise<JsonRecord> {
  const { shop_id, vendor_id, message } = await validate(transferSchema, body);
  const shop = await lockShop(ctx, shop_id);
  const to = await findVendor(ctx, vendor_id);
  if (!to || to.id === shop.owner_id) rejectValue('vendor_id');
  await assertNoRunningTransfer(ctx, shop.id);
  const { id } = await ctx.db
    .insertInto('ownership_transfers')
    .values({
      transaction_identifier: `OT-${randomBytes(6).toString('hex').toUpperCase()}`,
      shop_id: shop.id,
      from_id: shop.owner_id,
      to_id: to.id,
      message: message || null,
      created_by: ctx.user.id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(ctx, {
    family: ownershipTransfers.name,
    id,
    action: 'create',
    changes: { shop_id: [null, shop.id], from: [null, shop.owner_id], to: [null, to.id] },
  });
  const from = await ownerOfShop(ctx, shop.id);
  const letter = transferOffered({ name: to.name, shop: shop.name, from: from.name });
  await send(ctx, { channel: 'mail', to: to.email, ...letter });
  return transfers.get(ctx, String(id));
}

async function assertNoRunningTransfer(ctx: Ctx, shopId: number): Promise<void> {
  const running = await ctx.db
    .selectFrom('ownership_transfers')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('status', 'in', ['pending', 'processing'])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!running) return;
  throw new AppError('VALIDATION_FAILED', { fields: { shop_id: ['error-transfer-running'] } });
}

/**
 * `GET ownership-transfer/vendors?search=`: whom a shop may be given to. An administrator searches by a part of name or
 * e-mail; an owner has to know the e-mail, else anybody with a shop could read the list of vendors. Throws
 * TOO_MANY_REQUESTS.
 */
export async function vendorsFor(ctx: UserCtx, search: unknown): Promise<TransferVendor[]> {
  const text = typeof search === 'string' ? search.trim() : '';
  if (text === '' && !isAdmin(ctx)) return [];
  const key = `transfer-vendors:${ctx.user.id}`;
  if (!isAdmin(ctx)) {
    await assertBelowLimit(ctx, [key], searchLimit.hits);
    await increment(ctx, key, searchLimit.minutes);
  }
  const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where('id', '!=', ctx.user.id)
    .where(sql<SqlBool>`permissions @> array['store_owner']`)
    .where((eb) =>
      isAdmin(ctx)
        ? eb.or([eb('name', 'ilike', part), eb('email', 'ilike', part)])
        : eb('email', '=', text.toLowerCase()),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(20)
    .execute();
}

/** `GET shops/{id}/transfer-conditions`, for those who may give the shop away. Throws NOT_FOUND. */
export async function transferConditions(ctx: UserCtx, key: string): Promise<TransferConditions> {
  const shop = await shopsService.get(ctx, key);
  if (!('balance' in shop)) throw new AppError('NOT_FOUND');
  return conditionsOf(ctx, Number(shop.id));
}

/** What goes along with a shop, and what stands in the way of its transfer. Orders come with their own issue. */
export async function conditionsOf(ctx: Ctx, shopId: number): Promise<TransferConditions> {
  const sums = (await balancesOfShops(ctx, [shopId])).get(shopId);
  const { rows } = await sql<{ pending: number; staffs: number }>`select
    (select count(*)::int from withdraws where shop_id = ${shopId} and deleted_at is null
      and status in ('pending', 'processing', 'on_hold')) as pending,
    (select count(*)::int from users where shop_id = ${shopId} and deleted_at is null
      and permissions @> array['staff']) as staffs`.execute(ctx.db);
  const { pending = 0, staffs = 0 } = rows[0] ?? {};
  const onHold = sums?.on_hold_amount ?? 0;
  return {
    balance: sums?.current_balance ?? 0,
    on_hold: onHold,
    pending_withdraws: pending,
    open_orders: 0,
    staffs,
    blocked: onHold !== 0 || pending > 0 ? 'error-transfer-money' : null,
  };
}
