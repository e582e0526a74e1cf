import { resourceNames, resources } from '@/contract';
import type { AuthAnswer, Me } from '@/contract/accounts/auth';
import { type AnyResource, addressKey, type BaseRow } from '@/contract/core/define';
import { periodNames } from '@/contract/insights/analytics';
import { demoAccounts } from '@/server/demo/demo';
import type { TestApp } from '../support/server';

/** `src/mock/recording.json`: what the API with the demo answers, in lines that are the same every time. */
export async function recordMock(api: TestApp): Promise<string> {
  const people = [];
  for (const account of demoAccounts) people.push(await recordPerson(api, account.split(' ')[0] ?? ''));
  const admin = await signIn(api, 'admin@demo.ru');
  const families = [];
  for (const name of resourceNames) families.push([name, await rowsOf(admin.get, resources[name])] as const);
  const parts = [
    `"at":${JSON.stringify(api.now())}`,
    `"settings":${JSON.stringify(await admin.get('settings'))}`,
    `"families":{\n${families.map(([name, rows]) => `"${name}":[\n${linesOf(rows)}]`).join(',\n')}}`,
    `"people":{\n${people.join(',\n')}}`,
  ];
  const text = `{${parts.join(',\n')}}\n`;
  return numbered(text.replace(upload, (_, kind) => (kind === 'png' ? picture : thumbnail)));
}

/** The API draws the numbers of orders; here they count up. */
function numbered(text: string): string {
  const known: string[] = [];
  return text.replace(/\b(20\d{6})\d{6}\b/g, (drawn, day) => {
    if (!known.includes(drawn)) known.push(drawn);
    return day + String(known.indexOf(drawn) + 1).padStart(6, '0');
  });
}

const linesOf = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).join(',\n');

/** Pictures that need no server. */
const upload = /\/admin\/rest\/(?:uploads|files)\/[^"]*?\.(png|thumb\.webp)(?:\?[^"]*)?(?=")/g;
const picture = '/admin/icon-512.png';
const thumbnail = '/admin/icon-192.png';

/** The body of an answer; undefined when the person may not ask. */
type Get = <Body = unknown>(path: string) => Promise<Body | undefined>;

async function signIn(api: TestApp, email: string) {
  const credentials = { email, password: 'Demo12345' };
  const { token, ...session } = (await api.request<AuthAnswer>(null, 'POST', 'token', credentials)).body;
  const headers = { authorization: `Bearer ${token}` };
  // Unread notices stand above every page, and the mock cannot mark them.
  await api.request(null, 'POST', 'store-notices/read-all', {}, headers);
  const get: Get = async <Body>(path: string) => {
    const { status, body } = await api.request<Body>(null, 'GET', path, undefined, headers);
    if (status === 403) return undefined;
    if (status !== 200) throw new Error(`${email} asked for ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  return { session, get };
}

/** The first page of a family's list, as its details show it; with orders their parts, which shops see. */
async function rowsOf(get: Get, resource: AnyResource): Promise<BaseRow[]> {
  const { name, endpoint } = resource;
  const page = await get<{ data: BaseRow[] }>(`${endpoint}?page=1&limit=${name === 'orders' ? 10 : 20}`);
  const rows = [];
  for (const row of page?.data ?? []) {
    const details = await get<BaseRow & { children?: BaseRow[] }>(`${endpoint}/${addressKey(resource, row)}`);
    rows.push({ ...row, ...details });
    if (name !== 'orders') continue;
    for (const { id } of details?.children ?? []) rows.push({ ...(await get<BaseRow>(`${endpoint}/${id}`)) });
  }
  return rows as BaseRow[];
}

type Query = Record<string, string>;
/** Asks with the parameters that a request must have to get this answer, and some that do not matter. */
type Ask = <Body>(path: string, query?: Query, more?: Query) => Promise<Body | undefined>;

async function recordPerson(api: TestApp, email: string): Promise<string> {
  const { session, get } = await signIn(api, email);
  const me = await get<Me>('me');
  const notifications = (await get<{ data: unknown[] }>('notify-logs'))?.data;
  const answers: Record<string, { query: Query; body: unknown }[]> = {};
  const ask: Ask = async <Body>(path: string, query: Query = {}, more: Query = {}) => {
    const body = await get<Body>(`${path}?${new URLSearchParams({ ...query, ...more })}`);
    if (body !== undefined) answers[path] = [...(answers[path] ?? []), { query, body }];
    return body;
  };

  for (const path of panel) await ask(path);
  const talks = await ask<{ data: { id: number }[] }>('conversations');
  for (const { id } of talks?.data.slice(0, 5) ?? []) {
    await ask(`conversations/${id}`);
    await ask(`messages/conversations/${id}`, {}, { limit: '50' });
  }
  const shops = [...(me?.shops ?? []), ...(me?.managed_shop ? [me.managed_shop] : [])];
  for (const { id, slug } of shops) await askDashboard(ask, { shop: slug }, { shop_id: String(id) });
  // A storefront's list needs the shops of the person by name.
  const named: Query =
    shops.length > 0 ? { search: `shop.slug:${shops.map(({ slug }) => slug).join(',')}` } : {};
  await askDashboard(ask, {}, {}, named);
  const lines = Object.entries(answers).map(([path, list]) => `"${path}":[${linesOf(list)}]`);
  const person = JSON.stringify({ session, me, notifications }).slice(0, -1);
  return `"${email}":${person},"answers":{\n${lines.join(',\n')}}}`;
}

/** The dashboard of a shop, or of all shops of the person. */
async function askDashboard(ask: Ask, shop: Query, shopId: Query, named: Query = {}): Promise<void> {
  // Without a period last: what a request for some other days gets.
  for (const period of [...periodNames.map((name) => ({ ...shop, period: name })), shop])
    for (const part of ['figures', 'statuses', 'sales', 'shops']) await ask(`analytics/${part}`, period);
  for (const part of ['waiting', 'balance']) await ask(`analytics/${part}`, shop);
  await ask('popular-products', shopId, { limit: '5', ...named });
  for (const path of shelves) await ask(path, shopId, { limit: '5' });
}

const panel = ['conversations/unread', 'store-notices/unread', 'first-steps'];
const shelves = [
  ...['low-stock-products', 'top-rate-product', 'category-wise-product', 'category-wise-product-sale'],
];
