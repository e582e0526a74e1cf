import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { analytics, startOptions } from './options.ts';
import { balance, people, type Row, shop } from './people.ts';
import { order, startRows, talk } from './rows.ts';
import {
  inLanguage,
  insteadOfRecord,
  isForeign,
  isUnknownKey,
  type Variant,
  variantPath,
} from './variants.ts';

/**
 * A small server of the dialect without our extensions: no capabilities, no row versions. It stores writes in memory
 * and responds with 404 to everything unknown.
 */
interface Ask {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Row;
  token: string;
}

/** Responses of the dialect besides objects: a text is sent unquoted, `undefined` as an empty body. */
type Answer = { status?: number; body: unknown; type?: string };

const tokens: Record<string, Row> = { 'token-of-admin': people.admin, 'token-of-owner': people.owner };

/** Lists that are plain arrays, and the one in the nested envelope. */
const bare = ['attributes', 'taxes', 'shippings', 'my-shops'];
const nested = ['types'];
/** Lists without `links`. */
const flat = [
  'products',
  'categories',
  'tags',
  'authors',
  'manufacturers',
  'coupons',
  'refunds',
  'store-notices',
  'faqs',
];
/** Updates that return a bare boolean, and one that returns a sentence. */
const updatedWithTruth = ['taxes', 'shippings'];
const updatedWithText = ['orders'];

/** A server and its current variant. */
interface State {
  variant: Variant;
  rows: Record<string, Row[]>;
  settings: Row;
}

function start(variant: Variant): State {
  const { language: _language, ...unnamed } = { id: 1, options: startOptions, language: 'ru', ...stamps() };
  const settings = variant.isUnnamed ? unnamed : { ...unnamed, language: 'ru' };
  return inLanguage({ variant, rows: startRows, settings }, variant);
}

export function createPlainServer(): Server {
  let state = start({});
  return createServer((request, response) => {
    if (request.url?.startsWith('/files/')) return send(response, { body: picture });
    return void read(request).then((ask) => {
      if (request.method === 'OPTIONS') return send(response, { status: 204, body: undefined });
      if (ask.path === variantPath) {
        state = start(ask.body);
        return send(response, { body: true });
      }
      send(response, varied(ask, state));
    });
  });
}

/** The answer of the variant. */
function varied(ask: Ask, state: State): Answer {
  const { variant, rows } = state;
  const [name, key] = familyOf(ask.path);
  const isRow = rows[name] !== undefined && key !== undefined;
  const missing = { status: 404, body: { message: 'PICKBAZAR_ERROR.NOT_FOUND' } };
  if (variant.lacks?.includes(name)) return unknown(ask.path);
  if (rows[name] && ask.method === 'GET' && isForeign(variant, ask.query.get('language')))
    return isRow ? missing : page(name, [], ask.query);
  const isUnknown = ask.method === 'GET' && isUnknownKey(variant, name, key);
  const usual = isUnknown ? missing : answer(ask, rows, state.settings);
  if (!variant.answersTexts || !isRow) return usual;
  if (usual.status === 404) return { body: insteadOfRecord(key) };
  return ask.method === 'PUT' ? { body: 'Saved' } : usual;
}

function answer(ask: Ask, rows: Record<string, Row[]>, settings: Row): Answer {
  const own = ownEndpoints(ask, rows, settings)[`${ask.method} ${ask.path}`];
  if (own) return own();
  const [name, key, ...rest] = familyOf(ask.path);
  const list = rows[name];
  if (!list || rest.length > 0) return unknown(ask.path);
  if (key === undefined) return ask.method === 'POST' ? create(list, ask.body) : page(name, list, ask.query);
  const found = list.find((row) =>
    [row.id, row.slug, row.code, row.tracking_number].some((one) => String(one) === key),
  );
  if (!found) return { status: 404, body: { message: 'PICKBAZAR_ERROR.NOT_FOUND' } };
  if (ask.method === 'GET') return { body: found };
  if (ask.method === 'DELETE') {
    list.splice(list.indexOf(found), 1);
    return { body: true };
  }
  Object.assign(found, ask.body, { id: found.id, updated_at: new Date().toISOString() });
  if (updatedWithTruth.includes(name)) return { body: true };
  return { body: updatedWithText.includes(name) ? 'Order updated' : found };
}

/** Endpoints outside the families. */
function ownEndpoints(
  ask: Ask,
  rows: Record<string, Row[]>,
  settings: Row,
): Record<string, (() => Answer) | undefined> {
  const user = tokens[ask.token];
  const products = rows.products ?? [];
  return {
    'POST token': () => signIn(ask.body),
    'POST logout': () => ({ body: true }),
    'GET me': () => (user ? { body: meOf(user) } : { status: 401, body: { message: 'Unauthenticated.' } }),
    'GET settings': () => ({ body: settings }),
    'POST settings': () => {
      Object.assign(settings, { options: ask.body.options });
      return { status: 201, body: settings };
    },
    'GET analytics': () => ({ body: analytics }),
    'GET my-shops': () => ({ body: [shop] }),
    'GET new-shops': () =>
      page(
        'new-shops',
        (rows.shops ?? []).filter(({ is_active }) => !is_active),
        ask.query,
      ),
    'GET popular-products': () => ({ body: products }),
    'GET low-stock-products': () => ({ body: products }),
    'GET top-rate-product': () => ({
      body: [{ ...products[0], rating_count: 1, total_rating: 5, actual_rating: 5 }],
    }),
    'GET category-wise-product': () => ({
      body: [{ category_id: 31, category_name: 'Свет', shop_name: shop.name, product_count: 2 }],
    }),
    'GET category-wise-product-sale': () => ({
      body: [{ category_id: 31, category_name: 'Свет', shop_name: shop.name, total_sales: 2400 }],
    }),
    'GET draft-products': () => page('draft-products', [], ask.query),
    'GET products-stock': () => page('products-stock', products, ask.query),
    'GET products-by-flash-sale': () => page('products-by-flash-sale', products.slice(0, 1), ask.query),
    'GET product-flash-sale-info': () => ({ body: [] }),
    'GET requested-products-for-flash-sale': () => page('requested', products.slice(0, 1), ask.query),
    'GET admin/list': () => page('admin/list', [people.admin], ask.query),
    'GET vendors/list': () =>
      page('vendors/list', ask.query.get('is_active') === 'true' ? [people.owner] : [], ask.query),
    'GET customers/list': () => page('customers/list', [people.customer], ask.query),
    'GET my-staffs': () => page('my-staffs', [people.staff], ask.query),
    'GET staffs': () =>
      ask.query.get('shop_id')
        ? page('staffs', [people.staff], ask.query)
        : { status: 403, body: { message: 'PICKBAZAR_ERROR.NOT_AUTHORIZED' } },
    ...fileEndpoints(ask),
    'GET all-staffs': () => page('all-staffs', [people.staff], ask.query),
    'GET store-notices/getStoreNoticeType': () => ({
      body: [
        { name: 'ALL VENDOR', value: 'all_vendor' },
        { name: 'SPECIFIC VENDOR', value: 'specific_vendor' },
      ],
    }),
    'GET store-notices/getUsersToNotify': () => ({ body: [people.owner] }),
    'POST store-notices/read': () => ({ body: { store_notice_id: ask.body.id, user_id: 1, is_read: 1 } }),
    'POST store-notices/read-all': () => ({ body: [] }),
    'GET messages/conversations/171': () => ({ body: { data: [...talk].reverse() } }),
    'POST messages/conversations/171': () => {
      const said = {
        id: talk.length + 1,
        conversation_id: 171,
        user_id: user?.id,
        body: ask.body.message,
        ...stamps(),
      };
      talk.push(said);
      return { status: 201, body: said };
    },
    'POST messages/seen/171': () => ({ body: 0 }),
    'GET my-reports': () => page('my-reports', [], ask.query),
    'POST orders/checkout/verify': () => ({
      body: {
        total_tax: 0,
        shipping_charge: 0,
        unavailable_products: [],
        wallet_amount: 0,
        wallet_currency: 0,
      },
    }),
  };
}

/** Files: one-time addresses, and plain tables. */
function fileEndpoints(ask: Ask): Record<string, () => Answer> {
  const csv = (body: string) => () => ({ body, type: 'text/csv; charset=UTF-8' });
  const link = (name: string) => () => ({ body: `http://localhost:3431/files/${name}` });
  return {
    'POST download-invoice-url': () =>
      ask.body.order_id === 91 ? link('invoice-order-91.pdf')() : unknown(ask.path),
    'GET export-order-url': link('orders.xlsx'),
    'GET export-order-url/11': link('orders-of-lampy.xlsx'),
    'GET export-products/11': csv('name,price\nНастольная лампа,1200\n'),
    'GET export-variation-options/11': csv(''),
    'GET export-attributes/11': csv(''),
    'POST import-products': () => ({ body: true }),
    'POST import-attributes': () => ({ body: '' }),
  };
}

const accounts: Record<string, { token: string; permissions: string[] }> = {
  'admin@demo.ru': { token: 'token-of-admin', permissions: ['super_admin', 'store_owner', 'customer'] },
  'owner@demo.ru': { token: 'token-of-owner', permissions: ['store_owner', 'customer'] },
};

/** Wrong credentials have no error status: 200 with a null token. */
function signIn({ email, password }: Row): Answer {
  const account = password === 'Demo12345' ? accounts[String(email)] : undefined;
  return { body: account ? { ...account, role: account.permissions[0] } : { token: null, permissions: [] } };
}

function meOf(user: Row): Row {
  const isAdmin = user.id === people.admin.id;
  return {
    ...user,
    wallet: null,
    address: [],
    shops: isAdmin ? [] : [{ ...shop, balance }],
    managed_shop: null,
    last_order: isAdmin ? null : order,
  };
}

/** A family name may have several segments: `api/admin/boxes/7`. */
function familyOf(path: string): [string, ...string[]] {
  const name = Object.keys(startRows).find((one) => path === one || path.startsWith(`${one}/`)) ?? path;
  const rest = path.slice(name.length + 1);
  return rest === '' ? [name] : [name, ...rest.split('/').map(decodeURIComponent)];
}

function create(list: Row[], body: Row): Answer {
  const row = { ...body, id: 1000 + list.length, slug: body.slug ?? `new-${list.length}`, ...stamps() };
  list.push(row);
  return { status: 201, body: row };
}

function page(name: string, list: Row[], query: URLSearchParams): Answer {
  if (bare.includes(name)) return { body: list };
  const limit = Number(query.get('limit') ?? 15);
  const number = Number(query.get('page') ?? 1);
  const data = list.slice((number - 1) * limit, number * limit);
  const last = Math.ceil(list.length / limit);
  const path = `http://localhost/rest/${name}`;
  const from = data.length ? (number - 1) * limit + 1 : null;
  const to = data.length ? (number - 1) * limit + data.length : null;
  const counts = {
    current_page: number,
    last_page: last,
    per_page: String(limit),
    total: list.length,
    from,
    to,
    path,
  };
  const urls = {
    first_page_url: `${path}?page=1`,
    last_page_url: `${path}?page=${last}`,
    next_page_url: null,
    prev_page_url: null,
  };
  if (nested.includes(name))
    return {
      body: {
        data,
        links: { first: urls.first_page_url, last: null, prev: null, next: null },
        meta: { ...counts, links: [] },
      },
    };
  if (flat.includes(name))
    return { body: { data, ...counts, ...urls, next_page_url: '', prev_page_url: '' } };
  return {
    body: { data, ...counts, ...urls, links: [{ url: null, label: '&laquo; Previous', active: false }] },
  };
}

/** For an unknown address some servers return HTML, some JSON. */
function unknown(path: string): Answer {
  const isPage = path.length % 2 === 0;
  return {
    status: 404,
    body: isPage
      ? '<!DOCTYPE html><html><body><h1>Not Found</h1></body></html>'
      : { message: `The route ${path} could not be found.` },
  };
}

function stamps(): Row {
  const now = new Date().toISOString();
  return { created_at: now, updated_at: now };
}

async function read(request: IncomingMessage): Promise<Ask> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const url = new URL(String(request.url), 'http://plain');
  const text = Buffer.concat(parts).toString();
  const isJson = String(request.headers['content-type']).includes('json');
  return {
    method: String(request.method),
    path: url.pathname.replace(/^\/rest\/?/, '').replace(/\/$/, ''),
    query: url.searchParams,
    body: isJson && text !== '' ? (JSON.parse(text) as Row) : {},
    token: String(request.headers.authorization).replace(/^Bearer /, ''),
  };
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADAgH/p2dNGwAAAABJRU5ErkJggg==',
  'base64',
);

function send(response: ServerResponse, { status = 200, body, type }: Answer): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*, authorization, content-type');
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
  response.statusCode = status;
  if (body === undefined) response.end();
  else if (Buffer.isBuffer(body)) response.setHeader('content-type', 'image/png').end(body);
  else if (typeof body === 'string' || typeof body === 'boolean')
    response
      .setHeader('content-type', type ?? 'text/html; charset=UTF-8')
      .end(body === true ? '1' : String(body || ''));
  else response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}
