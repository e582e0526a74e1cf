import type { Selectable } from 'kysely';
import { type Address, type AddressInput, addressSchema } from '@/contract/accounts/addresses/schema';
import { isRecord } from '@/contract/core/own-value';
import { audit, changesBetween } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { lockRow } from '@/server/core/db/rows';
import type { DB } from '@/server/core/db/types';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { readPathId, wholeNumber } from '@/server/core/numbers';
import { validate } from '@/server/core/validate';
import { assertUser } from './lock-user-row';

const family = 'addresses';
/** The list is not paged. */
const maxAddresses = 50;

async function addressesOf(ctx: Ctx, userId: number): Promise<Address[]> {
  const rows = await ctx.db
    .selectFrom('addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(presentAddress);
}

/** Own addresses, or any user's for an administrator. Throws NOT_FOUND for another user. */
export async function listAddresses(ctx: UserCtx, customerId: unknown): Promise<Address[]> {
  const id = customerId === undefined || customerId === '' ? ctx.user.id : (wholeNumber(customerId) ?? 0);
  await checkUserAccess(ctx, id, 'read');
  return addressesOf(ctx, id);
}

/** Adds an address to a customer, by default to oneself. Throws NOT_FOUND for another user. */
export async function addAddress(ctx: UserCtx, customerId: unknown, input: AddressInput): Promise<Address> {
  const id = customerId === undefined ? ctx.user.id : (wholeNumber(customerId) ?? 0);
  await checkUserAccess(ctx, id);
  return insertAddress(ctx, id, input);
}

/** Throws NOT_FOUND for another user's address, unless an administrator asks. */
export async function updateAddress(ctx: UserCtx, key: string, body: JsonRecord): Promise<Address> {
  await checkUserAccess(ctx, (await getAddress(ctx, key)).customer_id);
  // Read again under the lock: the edit is merged into the current row.
  return mergeAddress(ctx, await getAddress(ctx, key), body);
}

/** Moves an address to the trash. Throws as `updateAddress` does. */
export async function removeAddress(ctx: UserCtx, key: string): Promise<void> {
  const { id, customer_id } = await getAddress(ctx, key);
  await checkUserAccess(ctx, customer_id);
  await ctx.db.updateTable('addresses').set({ deleted_at: ctx.now }).where('id', '=', id).execute();
  await audit(ctx, { family, id, action: 'remove', changes: {} });
}

/**
 * Saves `address[]` of `PUT users/{id}` and `POST users`: rows with an id are updated, others added, missing ones stay.
 * Throws NOT_FOUND for another user's row.
 */
export async function saveAddresses(ctx: Ctx, userId: number, sent: unknown): Promise<void> {
  if (sent === undefined) return;
  if (!Array.isArray(sent) || sent.length > maxAddresses || !sent.every(isRecord)) rejectValue('address');
  for (const item of sent) {
    if (item.id === undefined || item.id === null) {
      await insertAddress(ctx, userId, await validate(addressSchema, item));
      continue;
    }
    const before = await getAddress(ctx, String(item.id));
    if (before.customer_id !== userId) throw new AppError('NOT_FOUND');
    await mergeAddress(ctx, before, item);
  }
}

async function insertAddress(ctx: Ctx, userId: number, input: AddressInput): Promise<Address> {
  const { count } = await ctx.db
    .selectFrom('addresses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxAddresses) {
    rejectField('address', 'error-too-many');
  }
  const row = await ctx.db
    .insertInto('addresses')
    .values({ ...toColumns(input), user_id: userId, created_at: ctx.now, updated_at: ctx.now })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.is_default) await unsetOtherDefaults(ctx, presentAddress(row));
  await audit(ctx, { family, id: row.id, action: 'create', changes: changesBetween({}, { ...input }) });
  return presentAddress(row);
}

async function mergeAddress(ctx: Ctx, before: Address, body: JsonRecord): Promise<Address> {
  const sent = Object.keys(addressSchema.fields).filter((key) => key in body);
  const merged = { ...before, ...Object.fromEntries(sent.map((key) => [key, body[key]])) };
  // Over the stored row: what was not sent stays.
  const input = await validate(addressSchema, merged);
  const changes = changesBetween({ ...before }, { ...input });
  if (Object.keys(changes).length === 0) return before;
  const row = await ctx.db
    .updateTable('addresses')
    .set((eb) => ({ ...toColumns(input), version: eb('version', '+', 1), updated_at: ctx.now }))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.is_default) await unsetOtherDefaults(ctx, presentAddress(row));
  await audit(ctx, { family, id: row.id, action: 'update', changes });
  return presentAddress(row);
}

/** At most one default per type. */
async function unsetOtherDefaults(ctx: Ctx, { id, customer_id, type }: Address): Promise<void> {
  await ctx.db
    .updateTable('addresses')
    .set((eb) => ({ is_default: false, version: eb('version', '+', 1), updated_at: ctx.now }))
    .where('user_id', '=', customer_id)
    .where('type', '=', type)
    .where('id', '<>', id)
    .where('is_default', '=', true)
    .execute();
}

/** Throws NOT_FOUND unless it is oneself or an administrator asks. Writing locks the user, so that two requests cannot both set a default. */
async function checkUserAccess(ctx: UserCtx, id: number, purpose: 'read' | 'write' = 'write'): Promise<void> {
  if (!Number.isSafeInteger(id) || (id !== ctx.user.id && !isAdmin(ctx))) throw new AppError('NOT_FOUND');
  await (purpose === 'write' ? lockRow(ctx, 'users', id) : assertUser(ctx, id));
}

async function getAddress(ctx: Ctx, key: string): Promise<Address> {
  const row = await ctx.db
    .selectFrom('addresses')
    .selectAll()
    .where('id', '=', readPathId(key))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return presentAddress(row);
}

function toColumns({ title, type, default: isDefault, address, location }: AddressInput) {
  return {
    title,
    type,
    is_default: isDefault,
    address: JSON.stringify(address),
    location: location ? JSON.stringify(location) : null,
  };
}

function presentAddress(row: Selectable<DB['addresses']>): Address {
  return {
    id: row.id,
    customer_id: row.user_id,
    title: row.title,
    type: row.type as Address['type'],
    default: row.is_default,
    address: row.address as Address['address'],
    location: (row.location ?? null) as Address['location'],
  };
}
