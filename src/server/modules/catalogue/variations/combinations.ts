import { sql } from 'kysely';
import { valueKey } from '@/contract/catalogue/attributes/schema';
import type { Ctx } from '@/server/core/context';

interface DictionaryValue {
  id: number;
  value: string;
  attribute_id: number;
  attribute: string;
  /** The value or its attribute is in the trash: products that use it keep it, others cannot add it. */
  is_gone: boolean;
}

interface NamedOption {
  name: string;
  value: string;
}

interface Dictionary {
  byId: ReadonlyMap<number, DictionaryValue>;
  /** Resolves a value by name, for clients that do not know ids; chosen values win. */
  named: (option: NamedOption, chosen: readonly number[]) => DictionaryValue | undefined;
}

/** Values of a shop's dictionary by id or name. */
export async function loadDictionary(
  ctx: Ctx,
  shopId: number,
  ids: readonly number[],
  names: readonly NamedOption[],
): Promise<Dictionary> {
  const { rows } = await sql<DictionaryValue>`select v.id, v.value, v.attribute_id, a.name as attribute,
      (v.deleted_at is not null or a.deleted_at is not null) as is_gone
    from attribute_values v join attributes a on a.id = v.attribute_id
    where a.shop_id = ${shopId} and (v.id = any(${[...new Set(ids)]}::bigint[])
      or (spelling_key(a.name), spelling_key(v.value)) in (
        select spelling_key(o.name), spelling_key(o.value) from
        jsonb_to_recordset(${JSON.stringify(distinctOptions(names))}::jsonb) as o (name text, value text)))
    order by is_gone, v.id`.execute(ctx.db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byName = Map.groupBy(rows, (row) => keyOf({ name: row.attribute, value: row.value }));
  const named = (option: NamedOption, chosen: readonly number[]) => {
    const found = byName.get(keyOf(option)) ?? [];
    // Two spellings that were stored before they were one stand each for itself.
    const exact = found.filter(({ value }) => value === option.value.trim());
    const isChosen = ({ id }: DictionaryValue) => chosen.includes(id);
    return (
      exact.find(isChosen) ?? found.find(isChosen) ?? [...exact, ...found].find(({ is_gone }) => !is_gone)
    );
  };
  return { byId, named };
}

const keyOf = ({ name, value }: NamedOption) => `${valueKey(name)}\n${valueKey(value)}`;

function distinctOptions(options: readonly NamedOption[]): NamedOption[] {
  const trimmed = options.map(({ name, value }) => ({ name: name.trim(), value: value.trim() }));
  return [...new Map(trimmed.map((one) => [keyOf(one), one])).values()];
}

/** Values that the product's variations are made of, in order. */
export async function listAttachedValues(ctx: Ctx, productId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('attribute_value_product')
    .select('attribute_value_id')
    .where('product_id', '=', productId)
    .orderBy('position')
    .orderBy('attribute_value_id')
    .execute();
  return rows.map((row) => row.attribute_value_id);
}

/** Replaces the values of a product; the dictionary itself stays. */
export async function replaceAttachedValues(
  ctx: Ctx,
  productId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from attribute_value_product
    where product_id = ${productId} and attribute_value_id <> all(${[...ids]}::bigint[])`.execute(ctx.db);
  await sql`insert into attribute_value_product (product_id, attribute_value_id, position)
    select ${productId}, one.id, one.place::int from unnest(${[...ids]}::bigint[]) with ordinality as one (id, place)
    on conflict (product_id, attribute_value_id) do update set position = excluded.position
    where attribute_value_product.position <> excluded.position`.execute(ctx.db);
}

/** The chosen values of a product, which its variations combine. */
export interface Composition {
  chosen: readonly number[];
  /** Attributes in the order of their first value. */
  attributes: readonly number[];
  dictionary: Dictionary;
}

export function buildComposition(chosen: readonly number[], dictionary: Dictionary): Composition {
  const attributes = chosen.flatMap((id) => dictionary.byId.get(id)?.attribute_id ?? []);
  return { chosen, attributes: [...new Set(attributes)], dictionary };
}

/** True when the ids are exactly one chosen value of each attribute. */
export function isComplete({ chosen, attributes, dictionary }: Composition, ids: readonly number[]): boolean {
  const own = ids.map((id) => (chosen.includes(id) ? dictionary.byId.get(id)?.attribute_id : undefined));
  return ids.length === attributes.length && attributes.every((id) => own.includes(id));
}

/** Title and options of a combination, in attribute order. */
export function titleAndOptions({ attributes, dictionary }: Composition, ids: readonly number[]) {
  const values = ids
    .flatMap((id) => dictionary.byId.get(id) ?? [])
    .sort((one, other) => attributes.indexOf(one.attribute_id) - attributes.indexOf(other.attribute_id));
  return {
    title: values.map(({ value }) => value).join('/'),
    options: values.map(({ attribute, value }) => ({ name: attribute, value })),
  };
}

/** Sort key of a combination: position of its value for each attribute. */
export function buildSortKey(
  { chosen, attributes, dictionary }: Composition,
  ids: readonly number[],
): number[] {
  return attributes.map((attribute) =>
    chosen.indexOf(ids.find((id) => dictionary.byId.get(id)?.attribute_id === attribute) ?? 0),
  );
}
