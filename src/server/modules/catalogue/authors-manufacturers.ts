import { type SqlBool, sql } from 'kysely';
import { authors } from '@/contract/catalogue/authors';
import { manufacturers } from '@/contract/catalogue/manufacturers';
import { type Ctx, isAdmin } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import type { ServiceOptions } from '@/server/core/resource/options';
import { ownShop, type Policy } from '@/server/core/resource/policy';
import type { Include } from '@/server/core/resource/relations';
import { resourceService } from '@/server/core/resource/service';
import { catalogueShopIds } from './products/policy';

/**
 * Dictionaries that shops submit to: everybody reads approved rows, a shop's catalogue staff also its own submissions,
 * an administrator all. Only administrators write.
 */
const approvedOrOwn: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  if (purpose === 'write') return (eb) => eb.val(false);
  const shops = catalogueShopIds(ctx);
  return (eb) =>
    shops.length > 0
      ? eb.or([eb('is_approved', '=', true), eb('shop_id', 'in', shops)])
      : eb('is_approved', '=', true);
};

/** A shop submits what only an administrator edits and approves, because it then serves every shop. */
const submissions = { createPolicy: ownShop, onCreate: defaultsForSubmission };

const manufacturerOptions: ServiceOptions = {
  table: 'manufacturers',
  policy: approvedOrOwn,
  relations: {
    type: { column: 'type_id', table: 'groups' },
    shop: { column: 'shop_id', table: 'shops' },
  },
  immutableFields: ['shop_id'],
  adminOnly: ['is_approved'],
  ...submissions,
  usedBy: [{ table: 'products', column: 'manufacturer_id', family: 'products' }],
  include: { products_count: productCountInclude('manufacturer_id') },
};

const authorOptions: ServiceOptions = {
  table: 'authors',
  policy: approvedOrOwn,
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  immutableFields: ['shop_id'],
  adminOnly: ['is_approved'],
  ...submissions,
  usedBy: [{ table: 'products', column: 'author_id', family: 'products' }],
  include: { products_count: productCountInclude('author_id') },
  conditions: {
    // An author belongs to the groups of their goods.
    'type.slug': (
      _eb,
      value,
    ) => sql<SqlBool>`exists (select 1 from products p join groups g on g.id = p.type_id
      where p.author_id = authors.id and p.deleted_at is null and g.slug in (${sql.join(value.split(','))}))`,
  },
};

export const manufacturerFamily = { resource: manufacturers, options: manufacturerOptions };
export const authorFamily = { resource: authors, options: authorOptions };

/** Manufacturers and publishers; submitted by shops, approved by an administrator. */
export const manufacturersService = resourceService(manufacturers, manufacturerOptions);

/** Authors; submitted by shops, approved by an administrator. */
export const authorsService = resourceService(authors, authorOptions);

/** An administrator's new row is approved, a shop's waits. */
async function defaultsForSubmission(ctx: Ctx, { is_approved }: JsonRecord): Promise<JsonRecord> {
  return { is_approved: isAdmin(ctx) && (is_approved ?? true) };
}

function productCountInclude(column: 'author_id' | 'manufacturer_id'): Include {
  return (_ctx, ids) => sql`select one.id, (select count(*)::int from products p
      where ${sql.ref(`p.${column}`)} = one.id and p.deleted_at is null) as value
    from unnest(${ids}) as one (id)`;
}
