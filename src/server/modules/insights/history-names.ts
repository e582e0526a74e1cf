import type { ResourceName } from '@/contract';
import type { NamedValue } from '@/contract/core/history';
import type { Changes } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { maskContacts } from '@/server/core/rights/contacts';
import { nameRecords } from './record-titles';

/** Keys whose numbers are ids, by the family of the record; `files` are uploads, `roles` those of team and staff. */
const keysOf: Partial<Record<ResourceName | 'files' | 'roles', readonly string[]>> = {
  shops: ['shop', 'shop_id', 'shops', 'discount_shop_id'],
  users: [
    'user',
    'user_id',
    'users',
    'owner_id',
    'customer_id',
    'from_id',
    'to_id',
    'requested_by',
    'decided_by',
    'staff_id',
  ],
  roles: ['role_id'],
  categories: ['category', 'category_id', 'categories'],
  tags: ['tag_id', 'tags'],
  groups: ['type_id', 'type', 'types'],
  authors: ['author_id', 'author'],
  manufacturers: ['manufacturer_id', 'manufacturer'],
  products: ['product_id', 'product', 'products'],
  orders: ['order_id'],
  refunds: ['refund_id'],
  withdraws: ['withdraw_id'],
  attributes: ['attribute_id', 'attribute'],
  'attribute-values': ['attribute_value_id'],
  'delivery-classes': ['delivery_class_id'],
  boxes: ['box_id'],
  coupons: ['coupon_id'],
  'flash-sale': ['flash_sale_id'],
  'refund-policies': ['refund_policy_id'],
  'refund-reasons': ['refund_reason_id'],
  files: [
    'image',
    'images',
    'gallery',
    'logo',
    'cover_image',
    'dark_logo',
    'favicon',
    'collapseLogo',
    'avatar',
    'video',
    'attachment_id',
    'digital_file',
    'digital_file_id',
    'photos',
  ],
};
const familyOfKey = new Map(
  Object.entries(keysOf).flatMap(([family, keys]) => keys.map((key) => [key, family as keyof typeof keysOf])),
);

/** A category's parent is a category, an order's an order. */
const ownParents = ['parent', 'parent_id'];

interface Entry {
  family: string;
  changes: Changes;
}

/**
 * Changes of entries with names of records, files and roles in place of ids, in three queries however many entries there
 * are. A purged record keeps its id.
 */
export async function nameValues(ctx: Ctx, entries: readonly Entry[]): Promise<Changes[]> {
  const asked: { family: string; id: number }[] = [];
  for (const { family, changes } of entries)
    walk(family, changes, (kind, id) => {
      asked.push({ family: kind, id });
      return { id, name: null };
    });
  const shown = entries.map((entry) => withoutContacts(ctx, entry));
  if (asked.length === 0) return shown.map(({ changes }) => changes);
  const records = await nameRecords(ctx, asked);
  const idsOf = (kind: string) => asked.flatMap(({ family, id }) => (family === kind ? [id] : []));
  const others: Record<string, Map<number, string>> = {
    files: await fileNames(ctx, idsOf('files')),
    roles: await roleNames(ctx, idsOf('roles')),
  };
  return shown.map(({ family, changes }) =>
    walk(family, changes, (kind, id) => ({
      id,
      name: (others[kind] ? others[kind].get(id) : records.get(`${kind} ${id}`)?.title) ?? null,
    })),
  );
}

/** Shops and the marketplace publish their own contacts; those of all other records may be a customer's. */
const withOwnContacts: readonly string[] = ['shops', 'settings', 'staffs', 'roles'];

const withoutContacts = (ctx: Ctx, { family, changes }: Entry): Entry => ({
  family,
  changes: withOwnContacts.includes(family) ? changes : maskContacts(ctx, changes),
});

type Name = (family: string, id: number) => NamedValue;

function walk(family: string, changes: Changes, name: Name): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([key, [before, after]]) => [
      key,
      [named(family, key, before, name), named(family, key, after, name)],
    ]),
  );
}

function named(family: string, key: string, value: unknown, name: Name): unknown {
  if (Array.isArray(value)) return value.map((part) => named(family, key, part, name));
  const kind = ownParents.includes(key) ? family : familyOfKey.get(key);
  if (typeof value === 'number' && kind && Number.isSafeInteger(value) && value > 0) return name(kind, value);
  if (value === null || typeof value !== 'object') return value;
  const file = fileId(value);
  if (file !== undefined) return name('files', file);
  if ('id' in value && ('name' in value || 'file_name' in value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([part, inner]) => [part, named(family, part, inner, name)]),
  );
}

/** Id of an upload that is stored as an object without its name. */
function fileId(value: object): number | undefined {
  if ('attachment_id' in value) return Number(value.attachment_id);
  return 'id' in value && 'original' in value && !('file_name' in value) ? Number(value.id) : undefined;
}

async function fileNames(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('attachments')
    .select(['id', 'file_name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, file_name }) => [id, file_name]));
}

/** A ready role is named by its key, which the panel puts into words. */
async function roleNames(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('roles')
    .select(['id', 'key', 'name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, key, name }) => [id, key ?? name]));
}
