import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { areas, type LevelByArea, levels } from '@/contract/core/areas';
import type { Page } from '@/contract/core/paging';
import { panelAccept } from '@/contract/core/panel-client';
import type { SearchAnswer } from '@/contract/insights/everything';
import type { Order, OrderDetails } from '@/contract/orders/wire';
import { readSheet } from '@/server/core/files-in/read-workbook';
import { place } from '../../../support/checkout';
import { endpointsOf } from '../../../support/endpoints';
import { type BuiltUser, buildUser } from '../../../support/factories';
import { buildReport } from '../../../support/feedback';
import { moscow, orderOf } from '../../../support/order-body';
import { buildProduct } from '../../../support/products';
import { payIn } from '../../../support/refunds';
import { setUpScene } from '../../../support/scene';
import { signIn } from '../../../support/session';
import { buildMember, buildRole } from '../../../support/team';
import { pdfText } from './pdf-text';

/** Nothing that a limited person reads has a phone, an e-mail or an address of a customer in it. */
const { api, scene } = setUpScene();

const phone = '+7 (917) 555-81-36';
const newPhone = '+7 (926) 444-92-57';
const address = { ...moscow, zip: '684321', street_address: 'Тишайшая, 77' };
const email = (of: string) => `zhirafova.${of}@primer-pochty.ru`;
/** However a number is written. */
const contacts = /zhirafova|primer-pochty|917\D{0,3}555\D?81\D?36|926\D{0,3}444\D?92\D?57|Тишайш|684321/i;

/** All areas at their highest level, but for the customers. */
const allButCustomers = Object.fromEntries(
  Object.entries(areas).flatMap(([area, own]) =>
    area === 'customers' ? [] : [[area, own.at(-1) ?? levels[0]]],
  ),
);

let limited: BuiltUser;
let customer: BuiltUser;
let ids: Record<string, (number | string)[]>;

const must = <Body>({ status, body }: { status: number; body: Body }): Body => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

/** A customer and a guest in every list that names people. */
async function fillLists(): Promise<Record<string, (number | string)[]>> {
  customer = await buildUser(api.db, { name: 'Зоя', email: email('account') });
  await api.db.updateTable('users').set({ contact: phone }).where('id', '=', customer.id).execute();
  must(
    await api.request(customer, 'POST', 'address', {
      ...{ title: 'Дом', type: 'shipping', default: true, address },
      location: { lat: 55.7, lng: 37.6, formattedAddress: 'Москва, Тишайшая, 77' },
    }),
  );
  const product = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
  const body = orderOf([{ product_id: product.id, order_quantity: 1 }], {
    ...{ customer_contact: phone, billing_address: address, shipping_address: address },
  });
  const order = must(await place(api, customer, body, 'a'));
  const guest = must(
    await place(api, null, { ...body, customer_name: 'Гость', customer_email: email('guest') }, 'b'),
  );
  // The history, the events and the letters of an order know the former contact and the new one.
  must(
    await api.request(scene.super_admin, 'PUT', `orders/${guest.id}/lines`, {
      ...{ lines: [], added: [], customer_contact: newPhone, customer_email: email('edited') },
      shipping_address: { ...address, street_address: 'Тишайшая, 78' },
    }),
  );
  await api.db
    .updateTable('orders')
    .set({ order_status: 'order-completed', payment_status: 'payment-success', completed_at: api.now() })
    .where((eb) => eb.or([eb('id', '=', order.id), eb('parent_id', '=', order.id)]))
    .execute();
  const question = must(
    await api.request(customer, 'POST', 'questions', {
      ...{ product_id: product.id, shop_id: scene.shop.id, question: 'Подойдёт ли для духовки?' },
    }),
  );
  const review = must(
    await api.request(customer, 'POST', 'reviews', {
      ...{ product_id: product.id, shop_id: scene.shop.id, order_id: order.id, rating: 5, comment: 'Хорошо' },
    }),
  );
  await buildReport(api.db, { user: customer, of: { id: review.id } });
  const refund = must(
    await api.request(scene.super_admin, 'POST', 'refunds', {
      ...{ order_id: order.id, title: 'Брак', description: 'Скол' },
      lines: [{ order_line_id: order.products[0]?.id, quantity: 1 }],
    }),
  );
  const text = { subject: 'Вопрос', name: 'Зоя', description: 'Где мой заказ?' };
  for (const of of ['form', 'form-trash'])
    must(
      await api.request(null, 'POST', 'contact-us', {
        ...text,
        email: email(of),
        accepts_personal_data: true,
      }),
    );
  for (const of of ['letters', 'letters-trash'])
    must(await api.request(scene.super_admin, 'POST', 'newsletter-subscribers', { email: email(of) }));
  const idsIn = async (table: 'contact_messages' | 'newsletter_subscribers') =>
    (await api.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
  const [messages, subscribers] = [await idsIn('contact_messages'), await idsIn('newsletter_subscribers')];
  must(await api.request(scene.super_admin, 'DELETE', `contact-messages/${messages[1]}`));
  must(await api.request(scene.super_admin, 'DELETE', `newsletter-subscribers/${subscribers[1]}`));
  const parts = [order, guest].flatMap(({ children }) => children.map(({ id }) => id));
  return {
    orders: [order.id, guest.id, ...parts, order.tracking_number],
    refunds: [refund.id],
    reviews: [review.id],
    questions: [question.id],
    'contact-messages': [messages[0] ?? 0],
    'newsletter-subscribers': [subscribers[0] ?? 0],
    users: [customer.id],
    payments: [await paymentOf(order.id)],
    ledger: [await lineOf(order.id)],
    products: [product.id],
    shops: [scene.shop.slug, scene.shop.id],
    till: [scene.shop.slug],
    'shop-orders': [scene.shop.slug],
    abusive_reports: [1],
    'Review/': [review.id],
  };
}

/** A payment of an order by an acquirer. */
async function paymentOf(order_id: number): Promise<number> {
  const row = {
    ...{ order_id, payment_gateway: 'SBP', provider: 'yookassa', method: 'card', amount: 1000, key: 'key-1' },
    ...{ payment_id: '2d8f4c00-000f-5000-9000-000000000010', is_open: false, created_at: api.now() },
    ...{ state: 'paid', captured: 1000, fee: 28, captured_at: api.now() },
  };
  const made = api.db.insertInto('payment_attempts').values(row).returning('id');
  return (await made.executeTakeFirstOrThrow()).id;
}

/** A line of the books about an order. */
async function lineOf(orderId: number): Promise<number> {
  await api.db.transaction().execute((db) => payIn(api, db, orderId, 100_000));
  return (await api.db.selectFrom('ledger_lines').select('id').orderBy('id').executeTakeFirstOrThrow()).id;
}

/** Addresses with a query of their own. */
const asked = () => [
  ...[
    'orders',
    'refunds',
    'users',
    'reviews',
    'questions',
    'contact-messages',
    'newsletter-subscribers',
  ].flatMap((family) => (ids[family] ?? []).map((id) => `audit?family=${family}&id=${id}`)),
  ...(ids['contact-messages'] ?? []).map(
    (id) => `audit/as-of?family=contact-messages&id=${id}&at=2026-03-11`,
  ),
  ...[
    email('guest'),
    email('edited'),
    email('account'),
    'zhirafova',
    phone,
    newPhone,
    '9175558136',
    'Зоя',
    'Гость',
  ]
    .map(encodeURIComponent)
    .flatMap((text) => [`search?q=${text}`, `orders?search=tracking_number:${text}`]),
  `orders?shop_id=${scene.shop.id}`,
  `abusive_reports/cases/Review/${ids.reviews?.[0]}`,
  `till/${scene.shop.slug}/customers?phone=${encodeURIComponent(phone)}`,
  'trash?family=newsletter-subscribers',
  ...['pdf', 'csv'].flatMap((format) => [
    `shops/${scene.shop.slug}/statement?month=2026-03&format=${format}`,
    `shops/${scene.shop.slug}/ledger/export?format=${format}`,
    `ledger/export?account=suspense&format=${format}`,
  ]),
  `users/${customer.id}/wallet`,
  `address?customer_id=${customer.id}`,
];

/** Every address that can be read, with the numbers of what is there. */
function addresses(): string[] {
  const found = endpointsOf(api.app)
    .filter(({ method, path }) => method === 'GET' && path !== 'live')
    .flatMap(({ path }) => {
      if (!path.includes(':')) return [path];
      const own = ids[path.split('/', 1)[0] ?? ''] ?? [1];
      return own.map((id) => path.replace(/:\w+/, String(id)).replace(/:\w+/g, '1').replace('*', 'x'));
    });
  return [...new Set([...found, ...asked()])];
}

/** What somebody reads in an answer, also in a paper and in a workbook. */
async function shownIn({ headers, rawPayload, body }: LightMyRequestResponse): Promise<string> {
  const type = String(headers['content-type']);
  if (type.includes('pdf')) return pdfText(rawPayload);
  if (type.includes('spreadsheet')) return JSON.stringify(await cellsOf(rawPayload));
  // A page repeats its own query in its addresses.
  const withoutQuery = (key: string, value: unknown) => (/_page_url$|^path$/.test(key) ? undefined : value);
  return type.includes('json') ? JSON.stringify(JSON.parse(body), withoutQuery) : body;
}

type Answers = Map<string, { status: number; text: string; type: string }>;

async function readAll(person: { id: number }): Promise<Answers> {
  const answers: Answers = new Map();
  const token = await signIn(api.db, person.id, api.now());
  for (const path of addresses()) {
    const headers = { accept: panelAccept, authorization: `Bearer ${token}` };
    const answer = await api.app.inject({ method: 'GET', url: `/admin/rest/${path}`, headers });
    const type = String(answer.headers['content-type']);
    answers.set(path, { status: answer.statusCode, text: await shownIn(answer), type });
  }
  return answers;
}

beforeEach(async () => {
  ids = await fillLists();
  limited = await buildMember(api.db, allButCustomers);
});

const forArea = /^(users|address|customers|vendors|audit\?family=users)/;

describe('whoever lacks the area of customers', () => {
  it('finds no contact of a customer in any answer, where a full administrator finds them', {
    timeout: 300_000,
  }, async () => {
    const [full, answers] = [await readAll(scene.super_admin), await readAll(limited)];
    const hasContact = ([, { text }]: [string, { text: string }]) => contacts.test(text);

    const telling = [...full].filter(hasContact).map(([path]) => path);
    const open = telling.filter((path) => answers.get(path)?.status === 200);

    expect([...answers].filter(hasContact)).toEqual([]);
    // Closed is what asks for the area itself; all else is answered, masked.
    expect(telling.filter((path) => !open.includes(path) && !forArea.test(path))).toEqual([]);
    for (const part of ['orders', 'refunds', 'reviews', 'questions', 'contact-messages', 'newsletter'])
      expect(open.filter((path) => path.startsWith(part)).length, part).toBeGreaterThan(1);
    const papers = [...answers].filter(([, { status, type }]) => status === 200 && type.includes('pdf'));
    expect(papers.length).toBeGreaterThan(7);
    for (const path of ['activity', 'trash', 'outside/outbox', 'orders/export', 'refunds/export'])
      expect(open, path).toContain(path);
  });

  it('sees how each contact ends, and city and pickup point', async () => {
    const { body } = await api.request<OrderDetails>(limited, 'GET', `orders/${ids.orders?.[0]}`);

    expect(body).toMatchObject({
      customer_contact: '+7 ••• •••-81-36',
      customer_email: 'z•••@p•••.ru',
      shipping_address: { city: 'Москва', street_address: '•••', zip: '•••' },
    });
  });

  it('finds an order by a complete phone or e-mail, and by no part of one', async () => {
    const found = async (text: string) => {
      const query = encodeURIComponent(text);
      const list = await api.request<Page<Order>>(limited, 'GET', `orders?search=tracking_number:${query}`);
      const all = await api.request<SearchAnswer>(limited, 'GET', `search?q=${query}`);
      const inAll = all.body.groups.find(({ family }) => family === 'orders')?.rows ?? [];
      return [list.body.data.length, inAll.length];
    };

    expect(await found(phone)).toEqual([1, 1]);
    expect(await found(email('account'))).toEqual([1, 1]);
    expect(await found('Зоя')).toEqual([1, 1]);
    expect(await found(String(ids.orders?.at(-1)).slice(-6))).toEqual([1, 1]);
    for (const part of ['9175558136', '8136', 'zhirafova', 'zhirafova.acc', 'zhirafova.account@primer'])
      expect([part, ...(await found(part))]).toEqual([part, 0, 0]);
  });

  it('finds and sorts subscribers by no part of an address', async () => {
    await api.request(scene.super_admin, 'POST', 'newsletter-subscribers', { email: 'a@b-last.ru' });
    const list = async (person: BuiltUser, query: string) =>
      (
        await api.request<Page<{ id: number }>>(person, 'GET', `newsletter-subscribers?${query}`)
      ).body.data.map(({ id }) => id);
    const own = ids['newsletter-subscribers'];

    expect(await list(limited, 'search=email:zhirafova')).toEqual([]);
    expect(await list(limited, `search=email:${email('letters')}`)).toEqual(own);
    expect(await list(scene.super_admin, 'orderBy=email&sortedBy=asc')).toEqual([3, 1]);
    expect(await list(limited, 'orderBy=email&sortedBy=asc')).toEqual([1, 3]);
    const trash = await api.request<Page<object>>(limited, 'GET', 'trash?search=title:zhirafova');
    expect(trash.body.data).toEqual([]);
  });

  it('changes a record without putting masks into it', async () => {
    const [id] = ids['newsletter-subscribers'] ?? [];
    const shown = await api.request(limited, 'GET', `newsletter-subscribers/${id}`);
    const { status } = await api.request(limited, 'PUT', `newsletter-subscribers/${id}`, {
      ...{ email: shown.body.email, note: 'Просил раз в месяц', version: shown.body.version },
    });
    const order = ids.orders?.[1];
    const { body } = await api.request<OrderDetails>(limited, 'GET', `orders/${order}`);
    const same = await api.request<{ errors: object }>(limited, 'PUT', `orders/${order}/lines`, {
      ...{ lines: [], added: [], customer_name: 'Гость Иван', shipping_address: body.shipping_address },
    });

    expect([status, same.status]).toEqual([200, 422]);
    expect(same.body.errors).toMatchObject({ 'shipping_address.zip': ['error-text-characters'] });
    const subscriber = api.db.selectFrom('newsletter_subscribers').select(['email', 'note']);
    expect(await subscriber.where('id', '=', Number(id)).executeTakeFirst()).toEqual({
      ...{ email: email('letters'), note: 'Просил раз в месяц' },
    });
    const kept = api.db.selectFrom('orders').select(['customer_name', 'shipping_address']);
    expect(await kept.where('id', '=', Number(order)).executeTakeFirst()).toMatchObject({
      ...{ customer_name: 'Гость', shipping_address: { street_address: 'Тишайшая, 78' } },
    });
  });

  it('writes to the address that was typed, not to its mask', async () => {
    await api.request(limited, 'POST', 'newsletter-subscribers', { email: 'novy@adres.ru' });

    const letters = api.db
      .selectFrom('outbox')
      .select('recipient')
      .where('template', '=', 'newsletter-confirm');
    expect((await letters.orderBy('id').execute()).at(-1)).toEqual({ recipient: 'novy@adres.ru' });
  });

  it('takes the workbook of orders and the invoice by a link, masked as in the panel', async () => {
    for (const [person, isMasked] of [
      [scene.super_admin, false],
      [limited, true],
    ] as const) {
      for (const text of [JSON.stringify(await workbookOf(person)), await invoiceOf(person)])
        expect([text.includes('•••'), contacts.test(text)]).toEqual([isMasked, !isMasked]);
    }
  });
});

/** Cells of `orders.xlsx` by its link. */
async function workbookOf(person: { id: number }): Promise<string[][]> {
  const { body } = await api.request(person, 'GET', 'export-order-url');
  const url = new URL(String(body)).pathname;
  const { rawPayload } = await api.app.inject({ method: 'GET', url });
  return cellsOf(rawPayload);
}

/** Words of the invoice by its link. */
async function invoiceOf(person: { id: number }): Promise<string> {
  const { body } = await api.request(person, 'POST', 'download-invoice-url', { order_id: ids.orders?.[0] });
  const url = new URL(String(body)).pathname;
  return pdfText((await api.app.inject({ method: 'GET', url })).rawPayload);
}

async function cellsOf(workbook: Buffer): Promise<string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'gostiny-contacts-'));
  const path = join(folder, 'orders.xlsx');
  writeFileSync(path, workbook);
  const rows: string[][] = [];
  for await (const { cells } of readSheet(path)) rows.push(cells);
  rmSync(folder, { recursive: true });
  return rows;
}

describe('people of a shop', () => {
  it('see where to deliver when they pack, and masks when they only count money', async () => {
    const [part] = (ids.orders ?? []).slice(2);
    const shown = async (areas: LevelByArea | null) => {
      const role_id = areas && (await buildRole(api.db, areas, 'shop'));
      await api.db.updateTable('users').set({ role_id }).where('id', '=', scene.staff.id).execute();
      const { body } = await api.request<OrderDetails>(scene.staff, 'GET', `orders/${part}`);
      return [body.customer_contact, body.shipping_address?.street_address];
    };

    expect(await shown(null)).toEqual([phone, address.street_address]);
    expect(await shown({ orders: 'write', catalogue: 'read' })).toEqual([phone, address.street_address]);
    expect(await shown({ orders: 'read', finance: 'read' })).toEqual(['+7 ••• •••-81-36', '•••']);
  });

  it('of another shop find nothing, whatever the contact', async () => {
    const { status } = await api.request(scene.otherOwner, 'GET', `orders/${ids.orders?.[2]}`);

    expect(status).toBe(404);
  });
});
