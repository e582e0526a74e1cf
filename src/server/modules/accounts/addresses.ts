import { type Address, type AddressInput, addressSchema } from '@/contract/accounts/addresses/schema';
import { audit, changesBetween } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';

const family = 'addresses';
/** More than anybody has; a list of them is not paged. */
const most = 50;

/** A person's addresses, the default ones first. */
export async function addressesOf(ctx: Ctx, userId: number): Promise<Address[]> {
  const rows = await ctx.db
    .selectFrom('addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(present);
}

/** One's own addresses, or for an administrator anybody's. Throws NOT_FOUND for another's. */
export async function listAddresses(ctx: UserCtx, customerId: unknown): Promise<Address[]> {
  const id = customerId === undefined || customerId === '' ? ctx.user.id : Number(customerId);
  await personOf(ctx, id, 'read');
  return addressesOf(ctx, id);
}

/** Adds an address to the person that is named, to oneself otherwise. */
export async function addAddress(ctx: UserCtx, body: JsonRecord): Promise<Address> {
  const id = body.customer_id === undefined ? ctx.user.id : Number(body.customer_id);
  await personOf(ctx, id);
  return insert(ctx, id, await validate(addressSchema, body));
}

/** Throws NOT_FOUND for an address that is not one's own, unless an administrator asks. */
export async function changeAddress(ctx: UserCtx, key: string, body: JsonRecord): Promise<Address> {
  await personOf(ctx, (await find(ctx, key)).customer_id);
  // Again: what an edit is laid over is what there is behind the lock.
  return update(ctx, await find(ctx, key), body);
}

/** Into the trash. Throws NOT_FOUND for another's. */
export async function removeAddress(ctx: UserCtx, key: string): Promise<void> {
  const { id, customer_id } = await find(ctx, key);
  await personOf(ctx, customer_id);
  await ctx.db.updateTable('addresses').set({ deleted_at: ctx.now }).where('id', '=', id).execute();
  await audit(ctx, { family, id, action: 'remove', changes: {} });
}

/**
 * What `PUT users/{id}` and `POST users` carry as `address[]`: rows with an id are changed, others added, those left out
 * stay. Throws NOT_FOUND for a row that is another person's (S-06).
 */
export async function saveAddresses(ctx: Ctx, userId: number, sent: unknown): Promise<void> {
  if (sent === undefined) return;
  if (!Array.isArray(sent) || sent.length > most || !sent.every(isObject)) rejectValue('address');
  for (const one of sent) {
    if (one.id === undefined || one.id === null) {
      await insert(ctx, userId, await validate(addressSchema, one));
      continue;
    }
    const before = await find(ctx, String(one.id));
    if (before.customer_id !== userId) throw new AppError('NOT_FOUND');
    await update(ctx, before, one);
  }
}

async function insert(ctx: Ctx, userId: number, input: AddressInput): Promise<Address> {
  const { count } = await ctx.db
    .selectFrom('addresses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) {
    throw new AppError('VALIDATION_FAILED', { fields: { address: ['error-too-many'] } });
  }
  const row = await ctx.db
    .insertInto('addresses')
    .values({ ...columnsOf(input), user_id: userId, created_at: ctx.now, updated_at: ctx.now })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.is_default) await takeDefault(ctx, present(row));
  await audit(ctx, { family, id: row.id, action: 'create', changes: changesBetween({}, { ...input }) });
  return present(row);
}

async function update(ctx: Ctx, before: Address, body: JsonRecord): Promise<Address> {
  const sent = Object.keys(addressSchema.fields).filter((key) => key in body);
  const merged = { ...before, ...Object.fromEntries(sent.map((key) => [key, body[key]])) };
  const input = await validate(addressSchema, merged);
  const row = await ctx.db
    .updateTable('addresses')
    .set((eb) => ({ ...columnsOf(input), version: eb('version', '+', 1), updated_at: ctx.now }))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.is_default) await takeDefault(ctx, present(row));
  const changes = changesBetween({ ...before }, { ...input });
  await audit(ctx, { family, id: row.id, action: 'update', changes });
  return present(row);
}

/** One default of each type: the others of its type step back. */
async function takeDefault(ctx: Ctx, { id, customer_id, type }: Address): Promise<void> {
  await ctx.db
    .updateTable('addresses')
    .set((eb) => ({ is_default: false, version: eb('version', '+', 1), updated_at: ctx.now }))
    .where('user_id', '=', customer_id)
    .where('type', '=', type)
    .where('id', '<>', id)
    .where('is_default', '=', true)
    .execute();
}

/** Locks the person, so that two defaults cannot be set at once; nobody else's is there, unless for an administrator. */
async function personOf(ctx: UserCtx, id: number, purpose: 'read' | 'write' = 'write'): Promise<void> {
  if (!Number.isSafeInteger(id) || (id !== ctx.user.id && !isAdmin(ctx))) throw new AppError('NOT_FOUND');
  const query = ctx.db.selectFrom('users').select('id').where('id', '=', id).where('deleted_at', 'is', null);
  const person = await (purpose === 'write' ? query.forUpdate() : query).executeTakeFirst();
  if (!person) throw new AppError('NOT_FOUND');
}

async function find(ctx: Ctx, key: string): Promise<Address> {
  if (!/^\d{1,15}$/.test(key)) throw new AppError('NOT_FOUND');
  const row = await ctx.db
    .selectFrom('addresses')
    .selectAll()
    .where('id', '=', Number(key))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return present(row);
}

function columnsOf({ title, type, default: isDefault, address, location }: AddressInput) {
  return {
    title,
    type,
    is_default: isDefault,
    address: JSON.stringify(address),
    location: location ? JSON.stringify(location) : null,
  };
}

function present(row: {
  id: number;
  user_id: number;
  title: string;
  type: string;
  is_default: boolean;
  address: unknown;
  location: unknown;
}): Address {
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

function isObject(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
