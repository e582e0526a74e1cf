import type { Client } from 'pg';
import { orderOf } from '../support/order-body.ts';

/** A session; an owner's names the shop in whose pages they work. */
export interface Session {
  token: string;
  shop?: number | undefined;
}

/** A random person for each request. */
export interface People {
  admins: readonly Session[];
  owners: readonly Session[];
  customers: readonly Session[];
}

export interface Request {
  kind: string;
  method: 'GET' | 'PUT' | 'POST';
  path: string;
  token: string;
  body?: object;
  /** Extracts from a response what later requests need. */
  learn?: (body: { id?: number; version?: number }, status: number) => void;
}

interface Rows {
  products: { id: number; slug: string; version: number }[];
  goods: number[];
  orders: { id: number; number: string; phone: string }[];
}

const pick = <Value>(values: readonly Value[]): Value => {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to choose from');
  return value;
};
const upTo = (most: number) => 1 + Math.floor(Math.random() * most);

const words = [
  'чай',
  'платок',
  'самовар',
  'варенье',
  'книга',
  'резной самовар',
  'керамика',
  'BIG-2',
  'тёплый',
];
/** A buyer seldom comes back within a run. */
const phone = () => `+7 (9${upTo(89) + 10}) ${upTo(899) + 100}-${upTo(89) + 10}-${upTo(89) + 10}`;
const names = ['анна', 'орлов', 'Захар', 'кузнецов', 'лесная'];
const statuses = ['order-pending', 'order-processing', 'order-completed', 'order-cancelled'];

/**
 * The request mix of a shop: 70 % lists and details, 15 % searches, 10 % edits, 5 % orders and their follow-ups, up to
 * the cash payment that completes one.
 */
export async function openMix(database: Client, people: People): Promise<() => Request> {
  const rows = await readRows(database);
  const writes = writers(rows, people);
  const reads = readers(rows, people);
  const searches = searchers(rows, people);
  return () => {
    const turn = Math.random() * 100;
    if (turn < 70) return pick(reads)();
    if (turn < 85) return pick(searches)();
    return turn < 95 ? writes.edit() : writes.order();
  };
}

async function readRows(database: Client): Promise<Rows> {
  const products = await database.query(
    `select id::int, slug, version::int from products where deleted_at is null and product_type = 'simple'
     and status = 'publish' order by random() limit 5000`,
  );
  const goods = await database.query(
    `select p.id::int from products p join shops s on s.id = p.shop_id
     where p.deleted_at is null and p.status = 'publish' and p.product_type = 'simple' and not p.is_digital
       and p.price >= 1000 and s.is_active and s.deleted_at is null order by random() limit 200`,
  );
  const ids = goods.rows.map(({ id }) => id as number);
  // Enough of them for a long run.
  await database.query('update products set quantity = 100000 where id = any($1::bigint[])', [ids]);
  const orders = await database.query(
    `select id::int, tracking_number as number, customer_contact as phone from orders
     where parent_id is null and deleted_at is null order by id desc limit 5000`,
  );
  return { products: products.rows, goods: ids, orders: orders.rows };
}

/** Where and how a list begins, and the search keys that the panel adds to an owner's lists. */
function listOf(path: string, { token, shop }: Session, pairs: Record<string, string | number> = {}) {
  const asked = Object.entries({ ...(shop !== undefined && { shop_id: shop }), ...pairs });
  const search = asked.map(([key, value]) => `${key}:${value}`).join(';');
  const sign = path.includes('?') ? '&' : '?';
  const query = new URLSearchParams({ limit: '20', ...(search && { search, searchJoin: 'and' }) });
  return { method: 'GET' as const, path: `${path}${sign}${query}`, token };
}

function readers({ products, orders }: Rows, { admins, owners }: People): (() => Request)[] {
  const anybody = [...admins, ...owners];
  const list = (path: string, people: readonly Session[], pairs?: Record<string, string>): Request => ({
    kind: `list of ${path.split('?')[0]}`,
    ...listOf(path, pick(people), pairs),
  });
  const read = (kind: string, path: string, people: readonly Session[]): Request => ({
    kind,
    method: 'GET',
    path,
    token: pick(people).token,
  });
  return [
    () => list(`products?page=${upTo(20)}`, anybody),
    () => list('products?orderBy=price&sortedBy=desc', anybody),
    () => list('products?stock=low', owners),
    () => list(`orders?page=${upTo(20)}`, anybody),
    () => list('orders', anybody, { order_status: pick(statuses) }),
    () => list('orders', owners),
    () => read('a product', `products/${pick(products).id}`, admins),
    () => read('an order', `orders/${pick(orders).id}`, admins),
    () => ({
      ...list(pick(['categories', 'tags', 'shops', 'users', 'coupons']), admins),
      kind: 'other lists',
    }),
    () => read('counters and who I am', pick(['me', 'menu-counts']), anybody),
  ];
}

function searchers({ orders }: Rows, { admins, owners }: People): (() => Request)[] {
  const search = (path: string, people: readonly Session[], pairs: Record<string, string>): Request => ({
    kind: 'search',
    ...listOf(path, pick(people), pairs),
  });
  const anybody = [...admins, ...owners];
  return [
    () => search('products', anybody, { name: pick(words) }),
    () => search('orders', anybody, { tracking_number: pick(orders).number }),
    () => search('orders', admins, { tracking_number: pick(orders).phone }),
    () => search('orders', admins, { tracking_number: pick(names) }),
    () => ({
      kind: 'search',
      method: 'GET',
      path: `search?q=${encodeURIComponent(pick([...words, ...names]))}`,
      token: pick(anybody).token,
    }),
  ];
}

/** Orders placed by this run, and their progress. */
const course = ['order-processing', 'order-completed'];

function writers({ products, goods }: Rows, { admins, customers }: People) {
  const placed: { id: number; step: number }[] = [];
  const edit = (): Request => {
    const product = pick(products);
    return {
      kind: 'edit of a product',
      method: 'PUT',
      path: `products/${product.id}`,
      token: pick(admins).token,
      body: { quantity: upTo(500), version: product.version },
      learn: ({ version }, status) => {
        if (status === 200 && version !== undefined) product.version = version;
      },
    };
  };
  const place = (): Request => ({
    kind: 'order placed',
    method: 'POST',
    path: 'orders',
    token: pick(customers).token,
    body: orderOf([{ product_id: pick(goods), order_quantity: 1 }], { customer_contact: phone() }),
    learn: ({ id }, status) => {
      if (status === 201 && id !== undefined) placed.push({ id, step: 0 });
    },
  });
  const move = (): Request => {
    const order = placed.shift();
    if (!order) return place();
    const status = course[order.step];
    return {
      kind: order.step === 0 ? 'order taken to work' : 'order completed and paid',
      method: 'PUT',
      path: `orders/${order.id}`,
      token: pick(admins).token,
      body: { order_status: status },
      learn: (_body, answered) => {
        if (answered !== 200) placed.push(order);
        else if (order.step + 1 < course.length) placed.push({ id: order.id, step: order.step + 1 });
      },
    };
  };
  return { edit, order: () => (Math.random() < 0.4 ? place() : move()) };
}
