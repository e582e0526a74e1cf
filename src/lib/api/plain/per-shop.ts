import { isJson, type Json, numberOrZero, rowsIn } from './values';

type Ask = (path: string, query?: object) => Promise<unknown>;

/** Staff of all shops of the signed-in owner: the dialect lists them per shop. */
export async function staffOfOwnShops(query: object, ask: Ask): Promise<unknown> {
  const me = await ask('me');
  const shops = rowsIn(isJson(me) ? me.shops : []);
  // An administrator without shops sees everybody's staff.
  if (shops.length === 0) return ask('all-staffs', query);
  const pages = await Promise.all(
    shops.map(async (shop) => withShop(await ask('staffs', { ...query, shop_id: shop.id }), shop)),
  );
  return {
    data: pages.flatMap(({ data }) => data),
    total: pages.reduce((sum, { total }) => sum + total, 0),
    current_page: Reflect.get(query, 'page') ?? 1,
    last_page: Math.max(...pages.map(({ last_page: last }) => last)),
  };
}

function withShop(answer: unknown, { id, name, slug, logo }: Json) {
  const page = isJson(answer) ? answer : {};
  const rows = rowsIn(Array.isArray(answer) ? answer : page.data);
  return {
    data: rows.map((row) => ({ ...row, shop: { id, name, slug, logo: logo ?? null } })),
    total: numberOrZero(page.total) || rows.length,
    last_page: numberOrZero(page.last_page) || 1,
  };
}
