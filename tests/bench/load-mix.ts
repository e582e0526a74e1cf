import type { Client } from 'pg';
import { orderOf } from '../support/order-body.ts';

/** Tokens of sessions, a random person for each request. */
export interface People {
  admins: readonly string[];
  owners: readonly string[];
  customers: readonly string[];
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

function readers({ products, orders }: Rows, { admins, owners }: People): (() => Request)[] {
  const read = (kind: string, path: string, tokens: readonly string[]): Request => ({
    kind,
    method: 'GET',
    path,
    token: pick(tokens),
  });
  const anybody = [...admins, ...owners];
  return [
    () => read('list of products', `products?limit=20&page=${upTo(20)}`, anybody),
    () => read('list of products', `products?limit=20&orderBy=price&sortedBy=desc`, anybody),
    () => read('list of products', 'products?limit=20&stock=low', owners),
    () => read('list of orders', `orders?limit=20&page=${upTo(20)}`, anybody),
    () => read('list of orders', `orders?limit=20&search=order_status:${pick(statuses)}`, anybody),
    () => read('list of orders', 'orders?limit=20', owners),
    () => read('a product', `products/${pick(products).id}`, admins),
    () => read('an order', `orders/${pick(orders).id}`, admins),
    () =>
      read(
        'other lists',
        pick(['categories', 'tags', 'shops', 'users', 'coupons']).concat('?limit=20'),
        admins,
      ),
    () => read('counters and who I am', pick(['me', 'menu-counts']), anybody),
  ];
}

function searchers({ orders }: Rows, { admins, owners }: People): (() => Request)[] {
  const search = (path: string, text: string, tokens: readonly string[]): Request => ({
    kind: 'search',
    method: 'GET',
    path: `${path}${encodeURIComponent(text)}`,
    token: pick(tokens),
  });
  const anybody = [...admins, ...owners];
  return [
    () => search('products?limit=20&search=name:', pick(words), anybody),
    () => search('orders?limit=20&search=tracking_number:', pick(orders).number, anybody),
    () => search('orders?limit=20&search=tracking_number:', pick(orders).phone, admins),
    () => search('orders?limit=20&search=tracking_number:', pick(names), admins),
    () => search('search?q=', pick([...words, ...names]), anybody),
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
      token: pick(admins),
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
    token: pick(customers),
    body: orderOf([{ product_id: pick(goods), order_quantity: 1 }]),
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
      token: pick(admins),
      body: { order_status: status },
      learn: (_body, answered) => {
        if (answered !== 200) placed.push(order);
        else if (order.step + 1 < course.length) placed.push({ id: order.id, step: order.step + 1 });
      },
    };
  };
  return { edit, order: () => (Math.random() < 0.4 ? place() : move()) };
}
