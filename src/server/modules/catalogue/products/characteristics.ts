import { type SqlBool, sql } from 'kysely';
import { attributes } from '@/contract/catalogue/attributes';
import { valueKey } from '@/contract/catalogue/attributes/schema';
import {
  type Characteristic,
  type CharacteristicNames,
  characteristicKey,
  maxCharacteristics,
} from '@/contract/catalogue/products/characteristics';
import { offeredStatuses } from '@/contract/catalogue/products/moderation';
import { defaultLanguage } from '@/contract/core/languages';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { wholeNumber } from '@/server/core/numbers';
import { freeSlugs } from '@/server/core/slugs';
import { parseOptions } from './parse-options';
import { assertOwnShop } from './policy';

/** As a body and the history have it. */
export type GivenCharacteristic = Pick<Characteristic, 'name' | 'value'> & { attribute_id?: number | null };

/** The characteristics of product `id`, in the shape of a body. */
export const storedCharacteristics = (id: unknown) =>
  sql`coalesce((select jsonb_agg(jsonb_build_object('name', a.name, 'value', c.value)
      order by c.position, c.attribute_id)
    from product_characteristics c join attributes a on a.id = c.attribute_id where c.product_id = ${id}), '[]')`;

/** The same for readers: with the attribute's id, and names and values of the dictionary in their language. */
export const shownCharacteristics = (ctx: Ctx, id: number) =>
  sql`coalesce((select jsonb_agg(jsonb_build_object('attribute_id', a.id,
      'name', coalesce(a.translations -> ${ctx.locale} ->> 'name', a.name),
      'value', coalesce(${inDictionary(ctx)}, c.value)) order by c.position, c.attribute_id)
    from product_characteristics c join attributes a on a.id = c.attribute_id where c.product_id = ${id}), '[]')`;

const inDictionary = (ctx: Ctx) =>
  ctx.locale === defaultLanguage
    ? sql`null::text`
    : sql`(select v.translations -> ${ctx.locale} ->> 'value' from attribute_values v
        where v.attribute_id = a.id and v.deleted_at is null and spelling_key(v.value) = spelling_key(c.value)
        order by v.id limit 1)`;

/**
 * Characteristics as they are stored: names and values that differ from the shop's dictionary, or from what the product
 * has, by case, ё or spaces alone are those (rules/catalogue: a characteristic is an attribute that makes no variations).
 */
export async function settleCharacteristics(
  ctx: Ctx,
  shopId: number,
  given: readonly GivenCharacteristic[],
  before: readonly GivenCharacteristic[],
): Promise<Pick<Characteristic, 'name' | 'value'>[]> {
  if (given.length === 0) return [];
  const ids = given.flatMap(({ attribute_id }) => attribute_id ?? []);
  const names = given.map(({ name }) => valueKey(name));
  const values = given.map(({ value }) => valueKey(value));
  const { rows } = await sql<{ id: number; name: string; value: string | null }>`
    select a.id, a.name, v.value from attributes a
      left join attribute_values v on v.attribute_id = a.id and v.deleted_at is null
        and spelling_key(v.value) = any(${values}::text[])
    where a.shop_id = ${shopId} and a.deleted_at is null
      and (a.id = any(${ids}::bigint[]) or spelling_key(a.name) = any(${names}::text[]))
    order by a.id, v.id`.execute(ctx.db);
  const had = new Map(before.map((one) => [characteristicKey(one.name, one.value), one.value]));
  // Of two spellings that were stored before they were one, the oldest stands for both.
  const oldest = rows.toReversed();
  const byId = new Map(oldest.map((row) => [row.id, row]));
  const byName = new Map(oldest.map((row) => [valueKey(row.name), row]));
  const known = new Map(oldest.map((row) => [`${row.id} ${valueKey(row.value ?? '')}`, row.value]));
  return given.map(({ attribute_id, name, value }) => {
    const own = byId.get(attribute_id ?? 0) ?? byName.get(valueKey(name));
    const settled = own?.name ?? name;
    const same = had.get(characteristicKey(settled, value));
    return { name: settled, value: same ?? known.get(`${own?.id ?? 0} ${valueKey(value)}`) ?? value };
  });
}

/** Attributes of the shop by `valueKey` of their names; missing ones are created, the others cannot be removed meanwhile. */
async function attributesNamed(
  ctx: Ctx,
  shopId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const keys = [...new Set(names.map(valueKey))];
  const find = async () => {
    const { rows } = await sql<{ id: number; name: string }>`select id, name from attributes
      where shop_id = ${shopId} and deleted_at is null and spelling_key(name) = any(${keys}::text[])
      order by id for share`.execute(ctx.db);
    // Of two spellings that were stored before they were one, the oldest stands for both.
    return new Map(rows.reverse().map(({ id, name }) => [valueKey(name), id]));
  };
  const found = await find();
  if (found.size === keys.length) return found;
  // Two people at the same time would create the same attribute twice.
  await sql`select pg_advisory_xact_lock(hashtext(${`attributes of shop ${shopId}`}))`.execute(ctx.db);
  const known = await find();
  const missing = new Map(
    names.map((name) => [valueKey(name), name] as const).filter(([key]) => !known.has(key)),
  );
  if (missing.size === 0) return known;
  const slugs = await freeSlugs(ctx, attributes, 'attributes', [...missing.values()]);
  const rows = [...missing.values()].map((name, index) => ({
    name,
    slug: slugs[index] ?? '',
    shop_id: shopId,
    created_at: ctx.now,
    updated_at: ctx.now,
  }));
  const made = await ctx.db.insertInto('attributes').values(rows).returning(['id', 'name']).execute();
  for (const { id, name } of made) known.set(valueKey(name), id);
  return known;
}

/** Replaces the characteristics of locked products of a shop. */
export async function replaceCharacteristics(
  ctx: Ctx,
  shopId: number,
  products: readonly { id: number; characteristics: readonly GivenCharacteristic[] }[],
): Promise<void> {
  const names = products.flatMap(({ characteristics }) => characteristics.map(({ name }) => name));
  const ids = names.length === 0 ? new Map<string, number>() : await attributesNamed(ctx, shopId, names);
  await sql`delete from product_characteristics
    where product_id = any(${products.map(({ id }) => id)}::bigint[])`.execute(ctx.db);
  const rows = products.flatMap(({ id, characteristics }) =>
    characteristics.map(({ name, value }, position) => ({
      product_id: id,
      attribute_id: ids.get(valueKey(name)),
      value,
      position,
    })),
  );
  if (rows.length === 0) return;
  await sql`insert into product_characteristics (product_id, attribute_id, value, position)
    select row.product_id, row.attribute_id, row.value, row.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (product_id bigint, attribute_id bigint, value text, position integer)`.execute(ctx.db);
}

/** Attributes that a product says by its variations. */
const saidByVariations = (id: unknown) => sql`(select spelling_key(a.name) from attribute_value_product l
    join attribute_values v on v.id = l.attribute_value_id join attributes a on a.id = v.attribute_id
  where l.product_id = ${id})`;

const saidByCharacteristics = (id: unknown) => sql`(select spelling_key(a.name) from product_characteristics c
    join attributes a on a.id = c.attribute_id where c.product_id = ${id})`;

const categoriesOf = (id: unknown) =>
  sql`array(select category_id from category_product where product_id = ${id})`;

/**
 * Requires what the categories of a product demand, of what is stored or of `proposed`, which waits for a review. Throws
 * VALIDATION_FAILED at `characteristics`.
 */
export async function assertCharacteristics(ctx: Ctx, id: number, proposed: JsonRecord = {}): Promise<void> {
  const categories =
    'categories' in proposed ? sql`${proposed.categories as number[]}::bigint[]` : categoriesOf(id);
  const names = (proposed.characteristics as GivenCharacteristic[] | undefined)?.map(({ name }) =>
    valueKey(name),
  );
  const own = names ? sql`${names}::text[]` : sql`array${saidByCharacteristics(id)}`;
  const { rows } = await sql`select 1 from required_characteristics(${categories}) r
    where spelling_key(r.name) <> all(${own}) and spelling_key(r.name) not in ${saidByVariations(id)} limit 1`.execute(
    ctx.db,
  );
  if (rows.length > 0) {
    const fields = { characteristics: ['error-characteristics-required'] };
    throw new AppError('VALIDATION_FAILED', { fields });
  }
}

/** Whether product `p` lacks what its categories demand. */
export const lacksCharacteristics = sql<boolean>`exists (
  select from required_characteristics(${categoriesOf(sql`p.id`)}) r
  where spelling_key(r.name) not in ${saidByCharacteristics(sql`p.id`)} and spelling_key(r.name) not in ${saidByVariations(sql`p.id`)})`;

/** Which of the products lack what their categories demand. */
export async function lackingCharacteristics(ctx: Ctx, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select p.id from products p
    where p.id = any(${[...ids]}::bigint[]) and ${lacksCharacteristics}`.execute(ctx.db);
  return new Set(rows.map(({ id }) => id));
}

/** Which of the products are on sale, or wait to be, and have categories that demand the characteristic. */
export async function demandingCharacteristic(
  ctx: Ctx,
  ids: readonly number[],
  name: string,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select p.id from products p
    where p.id = any(${[...ids]}::bigint[]) and p.status = any(${[...offeredStatuses]}::text[])
      and spelling_key(${name}::text) in (select spelling_key(r.name) from required_characteristics(${categoriesOf(sql`p.id`)}) r)
      and spelling_key(${name}::text) not in ${saidByVariations(sql`p.id`)}`.execute(ctx.db);
  return new Set(rows.map(({ id }) => id));
}

/** Products whose characteristics say `Сезон: лето; Состав: хлопок`, in the spelling of any shop. Throws VALIDATION_FAILED. */
export function hasCharacteristics(text: string) {
  const asked = parseOptions(text) ?? [];
  // More cannot all be true of a product, and each is a search of its own.
  if (asked.length === 0 || asked.length > maxCharacteristics) rejectValue('characteristics');
  const each = asked.map(
    ({ name, value }) => sql<SqlBool>`products.id in (select c.product_id from product_characteristics c
      where c.attribute_id in (select id from attributes where spelling_key(name) = spelling_key(${name}::text) and deleted_at is null)
        and left(spelling_key(c.value), 100) = left(spelling_key(${value}::text), 100)
        and spelling_key(c.value) = spelling_key(${value}::text))`,
  );
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`;
}

/** `GET product-characteristics?shop_id=&categories=1,2`: names for the form of a product. Throws NOT_FOUND for another shop. */
export async function listCharacteristics(ctx: UserCtx, query: JsonRecord): Promise<CharacteristicNames> {
  const shopId = wholeNumber(query.shop_id) ?? 0;
  await assertOwnShop(ctx, shopId);
  const categories = String(query.categories ?? '')
    .split(',')
    .flatMap((id) => wholeNumber(id) ?? []);
  const { rows: required } = await sql<{ name: string }>`
    select name from required_characteristics(${categories}::bigint[])`.execute(ctx.db);
  const known = await ctx.db
    .selectFrom('attributes')
    .select('name')
    .where('shop_id', '=', shopId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .limit(maxKnown)
    .execute();
  return { required: required.map(({ name }) => name), known: known.map(({ name }) => name) };
}

const maxKnown = 1000;
const maxValuesShown = 20;

/**
 * `GET product-characteristics/values?shop_id=&name=&search=`: values to choose from, those of the dictionary first, then
 * those of other products. Throws NOT_FOUND for another shop.
 */
export async function listCharacteristicValues(ctx: UserCtx, query: JsonRecord): Promise<{ data: string[] }> {
  const shopId = wholeNumber(query.shop_id) ?? 0;
  await assertOwnShop(ctx, shopId);
  const name = typeof query.name === 'string' ? query.name : '';
  const search = typeof query.search === 'string' ? query.search.slice(0, maxSearch) : '';
  const { rows } = await sql<{ value: string }>`
    with asked as (select id from attributes
        where shop_id = ${shopId} and deleted_at is null and spelling_key(name) = spelling_key(${name}::text)),
      found as (
        (select v.value, 0 as place, v.position from attribute_values v
          where v.attribute_id in (select id from asked) and v.deleted_at is null
            and position(spelling_key(${search}::text) in spelling_key(v.value)) > 0
          order by v.position, v.id limit ${maxValuesShown})
        union all
        (select c.value, 1, 0 from product_characteristics c
          where c.attribute_id in (select id from asked)
            and position(spelling_key(${search}::text) in spelling_key(c.value)) > 0
          group by c.value order by c.value limit ${maxValuesShown}))
    select value from (select distinct on (spelling_key(value)) value, place, position
        from found order by spelling_key(value), place, value) one
      order by place, position, value limit ${maxValuesShown}`.execute(ctx.db);
  return { data: rows.map(({ value }) => value) };
}

const maxSearch = 200;
