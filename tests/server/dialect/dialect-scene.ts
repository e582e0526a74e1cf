import { resources } from '@/contract';
import type { Deps } from '@/server/core/deps';
import type { Scene } from '../../support/factories';
import { buildPurchase } from '../../support/feedback';
import { idOf, picture, type Related } from '../../support/needs';
import { moscow, orderOf } from '../../support/order-body';
import { buildAttribute, buildProduct, buildSale } from '../../support/products';
import { type SampleName, sampleNames, samples } from '../../support/samples';
import { type TestApp, testApp, type Wire } from '../../support/server';

/** Rows of the scene by name; a family's row has the name of the family. */
export type Rows = Record<string, Wire>;

type Send = (
  user: { id: number } | null,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
) => Promise<Wire>;

/**
 * A fresh installation, which offers Russian alone, asked by another client of the dialect, which works in English unless
 * an address says otherwise.
 */
export async function otherClientApp(more: Partial<Deps> = {}): Promise<TestApp> {
  const api = await testApp(more);
  const inEnglish = (path: string) =>
    /[?&]language=/.test(path) ? path : `${path}${path.includes('?') ? '&' : '?'}language=en`;
  return {
    ...api,
    request: (user, method, path, body, headers) =>
      api.request(user, method, method === 'GET' ? inEnglish(path) : path, body, {
        accept: 'application/json',
        ...headers,
      }),
  };
}

/** Sends a request that must succeed. */
export const sender =
  (api: TestApp): Send =>
  async (user, method, path, body) => {
    const answer = await api.request(user, method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

/** A marketplace with at least one row of every family, created through the API. */
export async function buildMarketplace(api: TestApp, scene: Scene): Promise<Rows> {
  const send = sender(api);
  scene.picture = await picture(api.db, scene.super_admin);
  const rows: Rows = {};
  for (const name of sampleNames) await makeFamily(send, scene, name, rows);
  rows.product = await makeProduct(send, scene, rows);
  rows.variable = await makeVariable(api, send, scene, rows);
  await makeScarce(api, scene);
  await sell(api, send, scene, rows);
  await talk(send, scene, rows);
  await promote(api, send, scene, rows);
  return rows;
}

async function makeFamily(send: Send, scene: Scene, name: SampleName, rows: Rows): Promise<void> {
  for (const need of samples[name].needs ?? []) if (!rows[need]) await makeFamily(send, scene, need, rows);
  if (rows[name]) return;
  const related = rows as unknown as Related;
  const body = samples[name].body({ ...scene, related }, 'super_admin');
  const pictures = 'banner_image' in body ? { banner_image: [scene.picture] } : {};
  rows[name] = await send(scene.super_admin, 'POST', resources[name].endpoint, { ...body, ...pictures });
}

function makeProduct(send: Send, scene: Scene, rows: Rows): Promise<Wire> {
  const related = rows as unknown as Related;
  return send(scene.super_admin, 'POST', 'products', {
    name: 'Кружка',
    unit: 'шт.',
    product_type: 'simple',
    price: 500,
    quantity: 20,
    sku: 'MUG',
    shop_id: scene.shop.id,
    type_id: idOf(related, 'groups'),
    status: 'publish',
    image: scene.picture,
    gallery: [scene.picture],
    height: 10,
    width: 8,
    length: 8,
    author_id: idOf(related, 'authors'),
    manufacturer_id: idOf(related, 'manufacturers'),
    categories: [idOf(related, 'categories')],
    tags: [idOf(related, 'tags')],
  });
}

async function makeVariable(api: TestApp, send: Send, scene: Scene, rows: Rows): Promise<Wire> {
  const { values } = await buildAttribute(api.db, {
    shop: scene.shop,
    name: 'Объём',
    values: ['0,3', '0,5'],
  });
  return send(scene.super_admin, 'POST', 'products', {
    name: 'Стакан',
    unit: 'шт.',
    product_type: 'variable',
    status: 'publish',
    shop_id: scene.shop.id,
    type_id: rows.groups?.id,
    categories: [rows.categories?.id],
    variations: values.map((id) => ({ attribute_value_id: id })),
    variation_options: {
      upsert: values.map((id, index) => ({
        value_ids: [id],
        price: 300,
        quantity: 5,
        sku: `GLASS-${index}`,
      })),
      delete: [],
    },
  });
}

/** Products for the lists of drafts and of low stock. */
async function makeScarce(api: TestApp, { shop }: Scene): Promise<void> {
  await buildProduct(api.db, { shop, name: 'Набросок', status: 'draft' });
  const { id } = await buildProduct(api.db, { shop, name: 'Последние две' });
  await api.db.updateTable('products').set({ quantity: 2 }).where('id', '=', id).execute();
}

/** Orders, their follow-ups, and feedback. */
async function sell(api: TestApp, send: Send, scene: Scene, rows: Rows): Promise<void> {
  const { super_admin, store_owner, customer, shop } = scene;
  await send(super_admin, 'PUT', `users/${customer.id}`, {
    profile: { avatar: scene.picture, contact: '+7 (900) 123-45-67', bio: 'Люблю керамику' },
    address: [{ title: 'Дом', type: 'shipping', default: true, address: moscow }],
  });
  await send(super_admin, 'POST', 'add-points', { customer_id: customer.id, points: 10 });
  rows.order = await send(
    customer,
    'POST',
    'orders',
    orderOf([{ product_id: Number(rows.product?.id), order_quantity: 2 }]),
  );
  const { product, order } = await buildPurchase(api, customer, shop);
  const bought = { product_id: product.id, shop_id: shop.id };
  rows.review = await send(customer, 'POST', 'reviews', {
    ...bought,
    order_id: order.id,
    rating: 4,
    comment: 'Хорошая вещь',
  });
  rows.question = await send(customer, 'POST', 'questions', { ...bought, question: 'Есть ли гарантия?' });
  rows.report = await send(store_owner, 'POST', 'abusive_reports', {
    model_type: 'Review',
    model_id: rows.review.id,
    message: 'Неправда',
  });
  rows.withdraw = await send(store_owner, 'POST', 'withdraws', {
    shop_id: shop.id,
    amount: 100,
    payment_method: 'На счёт',
  });
  rows.refund = await send(customer, 'POST', 'refunds', {
    order_id: order.id,
    title: 'Скол',
    refund_reason_id: rows['refund-reasons']?.id,
  });
}

async function talk(send: Send, scene: Scene, rows: Rows): Promise<void> {
  const { customer, shop } = scene;
  rows.conversation = await send(customer, 'POST', 'conversations', { shop_id: shop.id });
  await send(customer, 'POST', `messages/conversations/${rows.conversation.id}`, { message: 'Добрый день!' });
}

async function promote(api: TestApp, send: Send, scene: Scene, rows: Rows): Promise<void> {
  const { store_owner, otherOwner, shop } = scene;
  const sale = await buildSale(api.db, { from: '2026-04-01T00:00:00Z', to: '2026-04-10T00:00:00Z' });
  rows.sale = await send(store_owner, 'GET', `flash-sale/${sale.id}`);
  rows.request = await send(store_owner, 'POST', 'vendor-requests-for-flash-sale', {
    title: 'Наши кружки',
    flash_sale_id: sale.id,
    requested_product_ids: [rows.product?.id],
    accepted_terms: rows.sale.terms,
  });
  rows.transfer = await send(store_owner, 'POST', 'transfer-shop-ownership', {
    shop_id: shop.id,
    vendor_id: otherOwner.id,
    message: 'Передаю дело',
  });
}
