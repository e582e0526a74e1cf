import { ClientError, toClientError } from '../errors';
import type { Request } from '../http';
import { completeAnswer } from './complete';
import { factsOfServer, keepFacts, learnRows, learnSettings, slugAt } from './facts';
import { isPerShop } from './known';
import { assertList, findLacks, missingList } from './lacks';
import { staffOfOwnShops } from './per-shop';
import { isJson, type Json, rowsIn } from './values';

type Ask = (config: Request) => Promise<unknown>;

/**
 * A request to another server of this dialect: in its language, with the parameters of the dialect's own clients, and
 * by slug where it refuses ids. The response is completed to our contract. `sent` is the same request in our own form,
 * sent before the server was known.
 */
export async function exchange(config: Request, ask: Ask, sent?: Promise<unknown>): Promise<unknown> {
  const { method = 'get', url: path = '', params = {} } = config;
  const query = queryOf(method, path, params);
  if (method === 'get' && isPerShop(path) && !('shop_id' in query))
    return staffOfOwnShops(query, (url, more) => exchange({ url, params: more }, ask));
  const isSent = path === 'settings' || JSON.stringify(query) === JSON.stringify(params);
  const first = () => (isSent && sent) || ask({ ...config, params: query });
  if (method !== 'get') return completeAnswer(path, await first());

  const answer = await withDetails(path, ask, () => found(path, first, (url) => ask({ url, params: query })));
  await learn(path, answer, ask);
  return completeAnswer(path, answer);
}

/** What a read finds; a list that is missing is remembered. */
async function found(path: string, first: () => Promise<unknown>, read: (path: string) => Promise<unknown>) {
  try {
    const answer = await bySlug(path, first, read);
    assertList(path, answer);
    return answer;
  } catch (error) {
    missingList(path, error);
    throw error;
  }
}

/** A withdrawal whose details the server does not tell is shown as its list has it. */
async function withDetails(path: string, ask: Ask, read: () => Promise<unknown>): Promise<unknown> {
  const [, id] = /^withdraws\/(\d+)$/.exec(path) ?? [];
  if (id === undefined) return read();
  const answer = await read().catch((error: unknown) => {
    ifRefused(error);
  });
  if (isRowAt(path, answer)) return answer;
  const params = { page: 1, limit: 100, orderBy: 'created_at', sortedBy: 'desc' };
  const list = await ask({ url: 'withdraws', params }).catch(ifRefused);
  const row = rowsIn(isJson(list) ? list.data : list).find((one) => String(one.id) === id);
  if (!row) throw new ClientError('NOT_FOUND', { status: 404 });
  return row;
}

/** A stored row as the server has it. */
export const readStored = (path: string, ask: Ask): Promise<unknown> =>
  bySlug(
    path,
    () => ask({ url: path }),
    (url) => ask({ url }),
  );

/** Relations that the dialect's own clients ask for: of a list, of one row. Without them the rows name only ids. */
const relations: Record<string, [list: string | undefined, one?: string]> = {
  products: [
    'shop;type',
    'type;shop;categories;tags;variations.attribute.values;variation_options;variation_options.digital_file;author;manufacturer;digital_file',
  ],
  'popular-products': ['type;shop'],
  'low-stock-products': ['type;shop'],
  reviews: ['product;user', 'abusive_reports.user;product;user'],
  questions: ['product;user'],
  refunds: ['order;customer;refund_policy'],
  users: ['wallet'],
  'customers/list': ['wallet'],
  'admin/list': ['wallet;permissions;profile'],
  'flash-sale': [undefined, 'products'],
  'vendor-requests-for-flash-sale': [undefined, 'flash_sale;products'],
};

/** Lists that all shops have in common: asked for one shop they are empty there. */
const shared = ['manufacturers', 'flash-sale'];

function withoutShop({ search = '', ...query }: Json): Json {
  const pairs = String(search)
    .split(';')
    .filter((pair) => pair !== '' && !pair.startsWith('shop_id:'));
  return { ...query, ...(pairs.length > 0 && { search: pairs.join(';') }) };
}

/** The parameters as the dialect's own clients send them; a body names its language itself. */
function queryOf(method: string, path: string, { language, ...given }: Json): Json {
  if (method !== 'get') return given;
  const rest = shared.includes(path) ? withoutShop(given) : given;
  const own = factsOfServer().language;
  const query = { ...rest, ...(language !== undefined && own !== undefined && { language: own }) };
  const [family = '', key] = path in relations ? [path] : path.split('/');
  const related = relations[family]?.[key === undefined ? 0 : 1];
  const [, shop] = /(?:^|;)shop_id:(\d+)/.exec(String(rest.search ?? '')) ?? [];
  return {
    ...query,
    ...(related !== undefined && { with: related }),
    // A parameter beside the search: the scope of an owner is decided by it.
    ...(shop !== undefined && { shop_id: shop }),
    // Without it only answered questions are listed.
    ...(path === 'questions' && rest.answered !== 'true' && { answer: 'null' }),
  };
}

/** The row, read by its slug where the server does not know the id. */
async function bySlug(path: string, byId: () => Promise<unknown>, read: (path: string) => Promise<unknown>) {
  const slug = slugAt(path);
  if (slug === undefined) return byId();
  const address = path.replace(/[^/]+$/, encodeURIComponent(slug));
  if (path.startsWith('products/') && factsOfServer().refusesIds) return read(address);
  const row = await byId().catch(ifRefused);
  return isRowAt(path, row) ? row : read(address);
}

/** Undefined when the server does not know the address; other errors stay. */
function ifRefused(error: unknown): undefined {
  if (!['NOT_FOUND', 'NOT_SUPPORTED', 'BAD_REQUEST'].includes(toClientError(error).code)) throw error;
}

/** Some servers respond to an unknown key with a text, a list or their first row. */
const isRowAt = (path: string, row: unknown) => isJson(row) && path.endsWith(`/${String(row.id)}`);

async function learn(path: string, answer: unknown, ask: Ask): Promise<void> {
  if (path === 'settings') return learnSettings(answer);
  if (path === 'me') {
    learnRows('my-shops', isJson(answer) ? rowsIn(answer.shops) : []);
    return findLacks();
  }
  const rows = rowsIn(isJson(answer) && !('id' in answer) ? answer.data : [answer].flat());
  learnRows(path, rows);
  const product = rows.find(({ id }) => slugAt(`products/${String(id)}`) !== undefined);
  if (/^[a-z-]*products[a-z-]*$/.test(path) && product && factsOfServer().refusesIds === undefined) {
    trial ??= tryIds(`products/${String(product.id)}`, ask);
    await trial;
    trial = undefined;
  }
}

/** Lists that arrive together wait for the same one. */
let trial: Promise<void> | undefined;

/** Asks once for a product by id, so that all links are made with the key that the server knows. */
async function tryIds(path: string, ask: Ask): Promise<void> {
  try {
    keepFacts({ refusesIds: !isRowAt(path, await ask({ url: path }).catch(ifRefused)) });
  } catch {
    // Not known yet: the next list asks again.
  }
}
