import { expect, it } from 'vitest';
import { mailUnread } from '@/server/modules/messaging/conversations/message-mail';
import { buildAttachment, buildShop, buildUser } from '../../support/factories';
import { buildOrder } from '../../support/orders';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

const { api, scene } = setUpScene();

type Person = { id: number } | null;
const open = (person: Person, shop_id: number) => api.request(person, 'POST', 'conversations', { shop_id });
const say = (person: Person, id: number, message: string, more: object = {}) =>
  api.request(person, 'POST', `messages/conversations/${id}`, { message, ...more });
const read = (person: Person, id: number, query = '') =>
  api.request(person, 'GET', `messages/conversations/${id}${query}`);
const list = (person: Person, query = '') => api.request(person, 'GET', `conversations${query}`);
const unread = async (person: Person) => (await api.request(person, 'GET', 'conversations/unread')).body;
const seen = (person: Person, id: number, body: object = {}) =>
  api.request<number>(person, 'POST', `messages/seen/${id}`, body);
const bodies = (page: { body: Wire }) => page.body.data.map((row) => row.body);
const many = <Result>(count: number, run: (number: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_each, number) => run(number)));

/** A conversation of the customer with the first shop. */
async function talk(): Promise<number> {
  const { status, body } = await open(scene.customer, scene.shop.id);
  expect(status).toBe(200);
  return body.id;
}

it('opens one conversation for a customer and a shop, and one for the administration and a shop', async () => {
  const first = await open(scene.customer, scene.shop.id);
  expect(first.body).toMatchObject({
    kind: 'customer',
    user_id: scene.customer.id,
    shop_id: scene.shop.id,
    side: 'user',
    unseen: 0,
    latest_message: null,
    is_closed: false,
    shop: { slug: 'pervaya', is_active: true },
  });
  expect((await open(scene.customer, scene.shop.id)).body.id).toBe(first.body.id);

  const admins = await open(scene.super_admin, scene.shop.id);
  expect(admins.body).toMatchObject({ kind: 'admin', user_id: null, user: null, side: 'user' });
  const owners = await open(scene.store_owner, scene.shop.id);
  expect(owners.body).toMatchObject({ id: admins.body.id, side: 'shop' });
  expect((await open(scene.staff, scene.shop.id)).body.id).toBe(admins.body.id);
  // A vendor is a customer in another's shop.
  expect((await open(scene.store_owner, scene.otherShop.id)).body).toMatchObject({
    kind: 'customer',
    side: 'user',
  });
});

it('answers the same list at dialogs, the name of the specification', async () => {
  const id = await talk();
  const { status, body } = await api.request(scene.customer, 'GET', 'dialogs');
  expect([status, body.data.map((row) => row.id)]).toEqual([200, [id]]);
  expect((await api.request(null, 'GET', 'dialogs')).status).toBe(401);
});

it('fifty concurrent requests open one conversation', { timeout: 60_000 }, async () => {
  const answers = await many(50, () => open(scene.customer, scene.shop.id));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  const admins = await many(50, (number) =>
    open(number % 2 ? scene.super_admin : scene.store_owner, scene.shop.id),
  );
  expect(new Set(admins.map(({ body }) => body.id)).size).toBe(1);
  expect(await api.db.selectFrom('conversations').select('id').execute()).toHaveLength(2);
});

it('is opened by the shop’s people with the customer of an order, and by nobody else', async () => {
  const lines = [{ shop: scene.shop, unitPrice: 500_00 }];
  const { id: whole, parts } = await buildOrder(api, { customer: scene.customer, lines });
  const order_id = parts[0]?.id;
  const write = (person: Person, order: unknown = order_id) =>
    api.request(person, 'POST', 'conversations', { order_id: order });

  for (const [status, person, order] of [
    [401, null, order_id],
    [404, scene.customer, order_id],
    [404, scene.otherOwner, order_id],
    // Administrators take no part in conversations of customers.
    [404, scene.super_admin, order_id],
    [404, scene.store_owner, whole],
    [404, scene.store_owner, 999_999],
    [422, scene.store_owner, 'x'],
  ] as const)
    expect([person?.id, (await write(person, order)).status]).toEqual([person?.id, status]);
  expect(await api.db.selectFrom('conversations').select('id').execute()).toEqual([]);

  const opened = await write(scene.staff);
  const talk = { kind: 'customer', user_id: scene.customer.id, shop_id: scene.shop.id, side: 'shop' };
  expect([opened.status, opened.body]).toMatchObject([200, talk]);
  expect((await write(scene.store_owner)).body.id).toBe(opened.body.id);
  expect((await open(scene.customer, scene.shop.id)).body.id).toBe(opened.body.id);
  expect((await say(scene.staff, opened.body.id, 'Заказ собран')).status).toBe(201);
  expect(bodies(await read(scene.customer, opened.body.id))).toEqual(['Заказ собран']);

  await api.db.updateTable('orders').set({ customer_id: scene.store_owner.id }).execute();
  expect((await write(scene.store_owner)).body.message).toBe('ACTION_NOT_VALID');
  await withoutFeedback();
  expect((await write(scene.staff)).status).toBe(404);
});

it('refuses invalid requests', async () => {
  expect((await open(null, scene.shop.id)).status).toBe(401);
  expect((await open(scene.customer, 999_999)).status).toBe(404);
  expect((await api.request(scene.customer, 'POST', 'conversations', {})).body.errors).toEqual({
    shop_id: ['error-shop-required'],
  });
  const closed = await buildShop(api.db, { isActive: false });
  const refused = await open(scene.customer, closed.id);
  expect([refused.status, refused.body.errors]).toEqual([422, { shop_id: ['error-shop-closed'] }]);
  await withoutFeedback();
  expect((await open(scene.staff, scene.shop.id)).status).toBe(403);
});

/** Takes the feedback permission from the staff member. */
async function withoutFeedback(): Promise<void> {
  const permissions = ['staff', 'customer', 'staff:orders'];
  await api.db.updateTable('users').set({ permissions }).where('id', '=', scene.staff.id).execute();
}

it('is read and written by its two sides and by nobody else', async () => {
  const id = await talk();
  const admins = (await open(scene.super_admin, scene.shop.id)).body.id;
  expect((await say(scene.customer, id, 'Есть ли самовар?')).status).toBe(201);
  expect((await say(scene.staff, id, 'Есть')).status).toBe(201);
  expect(bodies(await read(scene.store_owner, id))).toEqual(['Есть', 'Есть ли самовар?']);

  // The administration does not take part either.
  const strangers = [scene.super_admin, scene.otherOwner, scene.otherStaff, await buildUser(api.db)];
  const endpoints = (person: Person, one: number) => [
    api.request(person, 'GET', `conversations/${one}`),
    read(person, one),
    say(person, one, 'Чужое'),
    seen(person, one),
  ];
  for (const person of strangers) {
    for (const { status } of await Promise.all(endpoints(person, id))) expect(status).toBe(404);
    expect((await list(person)).body.data.map((row) => row.id)).not.toContain(id);
  }
  for (const { status } of await Promise.all(endpoints(scene.customer, admins))) expect(status).toBe(404);
  for (const { status } of await Promise.all(endpoints(null, id))) expect(status).toBe(401);
  await withoutFeedback();
  for (const { status } of await Promise.all(endpoints(scene.staff, id))) expect(status).toBe(404);
  expect((await read(scene.customer, id)).body.total).toBe(2);
});

it('shows the shop to a customer, not its staff', async () => {
  const id = await talk();
  await say(scene.staff, id, 'Добрый день');
  const toCustomer = (await read(scene.customer, id)).body.data[0];
  expect(toCustomer).toMatchObject({ side: 'shop', user: { name: 'Первая лавка' } });
  expect((await read(scene.store_owner, id)).body.data[0]).toMatchObject({ user: { name: 'Галина' } });
});

it('stores any text unchanged, and refuses an empty, overlong or unprintable one', async () => {
  const id = await talk();
  const odd = '<b>!!!</b>\nпривет 👋 "кавычки" \'\\ ‏عربي';
  expect((await say(scene.customer, id, odd)).body.body).toBe(odd);
  for (const [message, error] of [
    ['  \n ', 'error-message-required'],
    ['я'.repeat(4001), 'error-too-long'],
    ['a\u0000b', 'error-text-characters'],
  ]) {
    const answer = await say(scene.customer, id, message ?? '');
    expect([answer.status, answer.body.errors]).toEqual([422, { message: [error] }]);
  }
  for (const body of [
    { message: {} },
    { message: ['a'] },
    { message: 'a', key: 'я' },
    { message: 'a', attachments: 'x' },
  ])
    expect((await api.request(scene.customer, 'POST', `messages/conversations/${id}`, body)).status).toBe(
      422,
    );
  expect((await read(scene.customer, id)).body.total).toBe(1);
});

it('numbers messages in commit order, under concurrent sending', {
  timeout: 60_000,
}, async () => {
  const id = await talk();
  const people = [scene.customer, scene.store_owner, scene.staff];
  const sent = await many(50, (number) =>
    say(people[number % 3] ?? null, id, `№${number}`, { key: `k${number}` }),
  );
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));

  const rows = await api.db.selectFrom('messages').selectAll().orderBy('id').execute();
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_each, index) => index + 1));
  expect(new Set(rows.map(({ body }) => body)).size).toBe(50);
  const talked = await api.db.selectFrom('conversations').selectAll().executeTakeFirstOrThrow();
  const fromShop = rows.filter(({ side }) => side === 'shop').length;
  expect(talked).toMatchObject({
    messages_count: 50,
    last_message_id: rows.at(-1)?.id,
    user_unseen: fromShop,
    shop_unseen: 50 - fromShop,
  });
});

it('stores a message sent twenty times with one key once', { timeout: 60_000 }, async () => {
  const id = await talk();
  const sent = await many(20, () => say(scene.customer, id, 'Раз', { key: 'same' }));
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
  expect((await read(scene.store_owner, id)).body).toMatchObject({
    total: 1,
    data: [{ key: null, number: 1 }],
  });
  // Keys are scoped to a person.
  expect((await say(scene.store_owner, id, 'Два', { key: 'same' })).status).toBe(201);
});

it('limits the rate', { timeout: 60_000 }, async () => {
  const id = await talk();
  const sent = await many(40, (number) => say(scene.customer, id, `№${number}`));
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(30);
  expect(sent.filter(({ status }) => status === 429)).toHaveLength(10);
});

it('counts unread messages of each side and shows what the other side has read', async () => {
  const id = await talk();
  const sent = [];
  for (const text of ['а', 'б', 'в']) sent.push((await say(scene.customer, id, text)).body.id);
  expect(await unread(scene.store_owner)).toEqual({ messages: 3, conversations: 1 });
  expect(await unread(scene.staff)).toEqual({ messages: 3, conversations: 1 });
  expect(await unread(scene.customer)).toEqual({ messages: 0, conversations: 0 });
  expect(await unread(scene.super_admin)).toEqual({ messages: 0, conversations: 0 });
  expect((await list(scene.store_owner, '?unseen=true')).body.data).toMatchObject([
    { id, unseen: 3, latest_message: { body: 'в' }, user: { name: 'Егор' } },
  ]);

  expect((await seen(scene.staff, id, { message_id: sent[1] })).body).toBe(2);
  expect(await unread(scene.store_owner)).toEqual({ messages: 1, conversations: 1 });
  // Seen messages stay seen.
  expect((await seen(scene.store_owner, id, { message_id: sent[0] })).body).toBe(0);
  expect((await api.request(scene.customer, 'GET', `conversations/${id}`)).body.other_seen_id).toBe(sent[1]);
  expect((await seen(scene.store_owner, id)).body).toBe(1);
  expect((await list(scene.store_owner, '?unseen=true')).body.data).toEqual([]);
  expect((await seen(scene.store_owner, id, { message_id: 'x' })).status).toBe(422);
});

it('continues a thread exactly after the reader’s last message', async () => {
  const id = await talk();
  const ids: number[] = [];
  for (let number = 1; number <= 7; number += 1)
    ids.push((await say(number % 2 ? scene.customer : scene.store_owner, id, `${number}`)).body.id);
  const at = (number: number) => ids[number - 1];

  expect(bodies(await read(scene.customer, id, '?limit=3'))).toEqual(['7', '6', '5']);
  const before = await read(scene.customer, id, `?limit=3&before=${at(5)}`);
  expect(bodies(before)).toEqual(['4', '3', '2']);
  expect(before.body).toMatchObject({ total: 4, last_page: 2 });
  const after = await read(scene.customer, id, `?limit=2&after=${at(3)}`);
  expect(bodies(after)).toEqual(['5', '4']);
  expect(after.body.last_page).toBe(2);
  expect((await read(scene.customer, id, '?after=x')).status).toBe(422);
});

it('lists the newest first, searched by the names of both sides, in three queries', async () => {
  const shops = [scene.shop, scene.otherShop];
  for (const shop of shops) {
    const { body } = await open(scene.customer, shop.id);
    api.setNow(new Date(api.now().getTime() + 60_000));
    await say(scene.customer, body.id, `В ${shop.name}`);
  }
  const names = async (query: string) =>
    (await list(scene.customer, query)).body.data.map(({ shop }) => (shop as Wire).name);
  expect(await names('')).toEqual(['Другая лавка', 'Первая лавка']);
  expect(await names('?search=shop.name:перв')).toEqual(['Первая лавка']);
  expect(await names('?search=shop.name:егор;user.name:егор')).toHaveLength(2);
  expect((await list(scene.customer, '?limit=1')).body).toMatchObject({
    current_page: 1,
    last_page: 2,
    total: 2,
  });
  expect((await list(scene.customer, '?search=secret:1')).status).toBe(422);
  expect((await list(scene.customer, '?kind=x')).status).toBe(422);
  const before = api.queries();
  await list(scene.customer);
  expect(api.queries() - before).toBeLessThanOrEqual(3);
});

it('accepts no message for a closed shop', async () => {
  const id = await talk();
  await api.db.updateTable('shops').set({ is_active: false }).where('id', '=', scene.shop.id).execute();
  expect((await say(scene.customer, id, 'Вы здесь?')).body.message).toBe('ACTION_NOT_VALID');
  expect((await open(scene.customer, scene.shop.id)).body).toMatchObject({ id, is_closed: true });
});

it('attaches files of the sender only', async () => {
  const id = await talk();
  const own = await buildAttachment(api.db, { user: scene.customer });
  const other = await buildAttachment(api.db, { user: scene.store_owner });
  const sent = await say(scene.customer, id, '', { attachments: [{ id: own.id }] });
  expect(sent.body).toMatchObject({ body: '', attachments: [{ id: own.id, file_name: own.file_name }] });
  const refused = await say(scene.customer, id, 'Вот', { attachments: [{ id: other.id }] });
  expect([refused.status, refused.body.errors]).toEqual([422, { attachments: ['error-file-missing'] }]);
});

it('publishes to both sides and notifies the other one', async () => {
  const id = await talk();
  const { body } = await say(scene.customer, id, 'Здравствуйте');
  await seen(scene.staff, id);
  const events = await api.db.selectFrom('live_events').selectAll().orderBy('id').execute();
  const talks = events.filter(({ type }) => type === 'message' || type === 'seen');
  const both = [`user:${scene.customer.id}`, `shop:${scene.shop.id}`, `shop:${scene.shop.id}:feedback`];
  expect(talks).toMatchObject([
    {
      type: 'message',
      audiences: both,
      data: { conversation_id: id, message_id: body.id, user_id: scene.customer.id },
    },
    { type: 'seen', audiences: both, data: { conversation_id: id, side: 'shop', message_id: body.id } },
  ]);
  const bells = await api.db.selectFrom('notify_logs').selectAll().orderBy('receiver').execute();
  expect(new Set(bells.map(({ receiver }) => receiver))).toEqual(
    new Set([scene.store_owner.id, scene.staff.id]),
  );
  expect(bells).toHaveLength(2);
  // Opening the thread marks the notification as read.
  expect(bells.find(({ receiver }) => receiver === scene.staff.id)?.is_read).toBe(true);
});

it('sends one e-mail about messages unread for a quarter of an hour', async () => {
  const id = await talk();
  const later = (minutes: number) => api.setNow(new Date(api.now().getTime() + minutes * 60_000));
  const remind = () =>
    mailUnread({
      db: api.db,
      now: api.now(),
      user: null,
      locale: 'ru',
      ip: '',
      requestId: 'test',
      publicUrl: 'https://shop.test',
    });
  const letters = () =>
    api.db.selectFrom('outbox').selectAll().where('template', '=', 'unread-messages').orderBy('id').execute();

  await say(scene.customer, id, 'Ау');
  later(14);
  await remind();
  expect(await letters()).toEqual([]);
  later(2);
  await Promise.all([remind(), remind()]);
  expect(await letters()).toMatchObject([{ recipient: scene.store_owner.email }]);
  expect((await letters())[0]?.body).toContain(`https://shop.test/admin/shop-message/${id}`);

  // No second email before the side has read.
  await say(scene.customer, id, 'Ау?');
  later(20);
  await remind();
  expect(await letters()).toHaveLength(1);
  await say(scene.store_owner, id, 'Слушаем');
  await seen(scene.store_owner, id);
  await say(scene.customer, id, 'Спасибо');
  later(20);
  await remind();
  expect((await letters()).map(({ recipient }) => recipient)).toEqual([
    ...[scene.store_owner.email, scene.customer.email, scene.store_owner.email],
  ]);

  // The preference disables the emails.
  await api.db
    .insertInto('notification_preferences')
    .values({ user_id: scene.super_admin.id, message_mail: false })
    .execute();
  const { body } = await open(scene.store_owner, scene.shop.id);
  await say(scene.store_owner, body.id, 'Вопрос о выплате');
  later(20);
  await remind();
  expect(await letters()).toHaveLength(3);
});
