import { isJson, type Json, numberOrNull, numberOrZero, rowsIn } from './values';

/** Sent with every edit: the rules of other servers require them, and compute others from them. */
const demanded = ['product_type', 'slug', 'price', 'sale_price', 'min_price', 'max_price'];

/** A product with what other servers demand of it. Variations are sent complete and in their original shape. */
export function productBody(body: Json, stored: Json | undefined): Json {
  const { version: _version, quantity_was: _was, ...facts } = body;
  const before = stored ?? {};
  const kept = Object.fromEntries(
    ['shop_id', ...(stored ? demanded : [])].flatMap((key) => (key in before ? [[key, before[key]]] : [])),
  );
  const isSimple = (facts.product_type ?? before.product_type) === 'simple';
  const prices = isSimple && 'price' in facts ? { min_price: facts.price, max_price: facts.price } : {};
  if (!isJson(body.variation_options)) return { ...kept, ...prices, ...facts };
  const { upsert, delete: removed } = body.variation_options;
  const old = rowsIn(before.variation_options);
  const rows = rowsIn(upsert).map((row) => variationBody(row, old, facts.language));
  const gone = Array.isArray(removed) ? removed.map(String) : [];
  const left = old.filter(({ id }) => !gone.includes(String(id)) && !rows.some((row) => isId(row.id, id)));
  return {
    ...kept,
    ...totalsOf([...left, ...rows]),
    ...facts,
    variation_options: { upsert: rows, delete: removed },
  };
}

function variationBody(change: Json, stored: Json[], language: unknown): Json {
  const { version: _version, quantity_was: _was, value_ids: _ids, ...facts } = change;
  const before = stored.find(({ id }) => isId(id, change.id));
  if (before) return { ...before, ...facts };
  const title = rowsIn(change.options).map(({ value }) => value);
  return { title: title.join('/'), ...(language !== undefined && { language }), ...facts };
}

const isId = (one: unknown, other: unknown) => one !== undefined && String(one) === String(other);

/** Price range and stock of all variations, which the dialect's own clients compute. */
function totalsOf(rows: readonly Json[]): Json {
  if (rows.length === 0) return {};
  const prices = rows.map(({ price }) => numberOrZero(price));
  const effective = rows.map(({ price, sale_price: sale }) => numberOrNull(sale) ?? numberOrZero(price));
  return {
    min_price: Math.min(...effective),
    max_price: Math.max(...prices),
    quantity: rows.reduce((sum, { quantity }) => sum + numberOrZero(quantity), 0),
  };
}
