import { beforeEach, describe, expect, it } from 'vitest';
import { buildShop, buildUser } from '../../support/factories';
import { buildOrder } from '../../support/orders';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { requisites, shopBody } from '../../support/shops';

/** How a shop is approved, switched off and found: approvals with their rates, shops nearby, followers. */
const { api, scene } = setUpScene();
let id: number;

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

const post = (person: Person | null, path: string, body: object) =>
  api.request(person && scene[person], 'POST', path, body);
const get = <Body = Wire>(person: Person | null, path: string) =>
  api.request<Body>(person && scene[person], 'GET', path);
const approve = (rate: unknown = 12, more: object = {}, person: Person | null = 'super_admin') =>
  post(person, 'approve-shop', { id, admin_commission_rate: rate, ...more });
const disapprove = (reason?: string, person: Person | null = 'super_admin') =>
  post(person, 'disapprove-shop', { id, reason });
const stored = () => api.db.selectFrom('shops').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const lines = async () => {
  const rows = await api.db
    .selectFrom('audit_log')
    .select(['action', 'user_id', 'changes'])
    .where('family', '=', 'shops')
    .where('row_id', '=', id)
    .where('action', '!=', 'create')
    .orderBy('id')
    .execute();
  return rows.map(({ action, changes }) => [action, changes]);
};
const letters = () =>
  api.db.selectFrom('outbox').select(['recipient', 'template', 'body']).orderBy('id').execute();
const rates = async () =>
  (await api.db.selectFrom('shop_commissions').select(['rate', 'user_id']).orderBy('id').execute()).map(
    ({ rate }) => rate,
  );

beforeEach(async () => {
  const { body } = await post('store_owner', 'shops', shopBody);
  id = body.id;
});

describe('GET shops/{id}/twins', () => {
  const other = { ...requisites, inn: '7707083893', account: '40702810938000054321' };
  const give = (shop: { id: number }, has: object) =>
    api.db
      .updateTable('shops')
      .set({ requisites: JSON.stringify(has) })
      .where('id', '=', shop.id)
      .execute();

  it('is for administrators only', async () => {
    expect((await get(null, `shops/${id}/twins`)).status).toBe(401);
    for (const person of ['store_owner', 'staff', 'customer'] as const)
      expect((await get(person, `shops/${id}/twins`)).status).toBe(403);
    for (const key of ['99999', 'x', '1e3', '99999999999999999999'])
      expect((await get('super_admin', `shops/${key}/twins`)).status, key).toBe(404);
  });

  it('names the shops with the same ИНН or account, the open ones first', async () => {
    await api.db.updateTable('shops').set({ is_active: false }).where('id', '=', scene.shop.id).execute();
    await give(scene.shop, { ...other, inn: requisites.inn });
    await give(scene.otherShop, { ...other, account: requisites.account });

    const { status, body } = await get('super_admin', `shops/${id}/twins`);

    expect(status).toBe(200);
    const owner = expect.any(String);
    expect(body).toEqual([
      { ...shopOf(scene.otherShop), owner, is_active: true, same: ['account'] },
      { ...shopOf(scene.shop), owner, is_active: false, same: ['inn'] },
    ]);
  });

  it('names none for other requisites, another bank, removed shops, and a shop without requisites', async () => {
    await give(scene.shop, other);
    await give(scene.otherShop, { ...other, account: requisites.account, bic: '044525974' });
    expect((await get('super_admin', `shops/${id}/twins`)).body).toEqual([]);

    await give(scene.shop, requisites);
    await api.db
      .updateTable('shops')
      .set({ deleted_at: api.now() })
      .where('id', '=', scene.shop.id)
      .execute();
    expect((await get('super_admin', `shops/${id}/twins`)).body).toEqual([]);

    await api.db.updateTable('shops').set({ requisites: null }).where('id', '=', id).execute();
    expect((await get('super_admin', `shops/${id}/twins`)).body).toEqual([]);
  });
});

const shopOf = ({ id: of, name, slug }: { id: number; name: string; slug: string }) => ({
  id: of,
  name,
  slug,
});

const told = () =>
  api.db.selectFrom('live_events').select(['audiences', 'type', 'data']).orderBy('id').execute();
const bell = () =>
  api.db
    .selectFrom('notify_logs')
    .select(['receiver', 'notify_type', 'notify_event', 'notify_text', 'shop_id'])
    .orderBy('id')
    .execute();

describe('a shop that waits for approval', () => {
  it('waits with two others at most: of twenty at once two more are stored, and a decision makes room', async () => {
    const attempt = () => post('store_owner', 'shops', shopBody);
    const answers = await Promise.all(Array.from({ length: 20 }, attempt));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body.errors]).toEqual([422, { name: ['error-shops-waiting'] }]);
    const waiting = await api.db.selectFrom('shops').select('id').where('is_active', '=', false).execute();
    expect(waiting).toHaveLength(3);
    expect((await post('super_admin', 'shops', shopBody)).status).toBe(201);
    expect((await post('otherOwner', 'shops', shopBody)).status).toBe(201);
    await api.db
      .updateTable('shops')
      .set({ requisites: JSON.stringify(requisites) })
      .where('id', '=', id)
      .execute();
    expect((await approve()).status).toBe(200);
    expect((await attempt()).status).toBe(201);
  });
});

describe('live events and notifications', () => {
  const change = () => ({ type: 'decision', data: { family: 'shops', id } });

  it('are sent for a new shop to the administration, and for a decision to its owner and staff', async () => {
    expect(await told()).toMatchObject([change()]);
    await api.db.deleteFrom('live_events').execute();

    await approve();
    const [decided, rung] = await told();
    expect(decided).toMatchObject(change());
    expect(decided?.audiences).toEqual(
      expect.arrayContaining(['admins:shops', `user:${scene.store_owner.id}`, `shop:${id}:orders`]),
    );
    expect(decided?.audiences).not.toContain('everybody');
    expect(rung).toMatchObject({ type: 'notification', audiences: [`user:${scene.store_owner.id}`] });

    await disapprove('Нет фотографий');
    const line = { receiver: scene.store_owner.id, notify_type: 'shop', shop_id: id };
    expect(await bell()).toEqual([
      { ...line, notify_event: 'opened', notify_text: null },
      { ...line, notify_event: 'closed', notify_text: 'Нет фотографий' },
    ]);
  });

  it('are not sent as a notification to people who muted shops', async () => {
    const wish = { muted: ['shop'] };
    await api.request(scene.store_owner, 'PUT', 'notification-preferences', wish);

    await approve();

    expect(await bell()).toEqual([]);
  });

  it('are not sent when a decision changes nothing', async () => {
    await approve();
    await api.db.deleteFrom('live_events').execute();

    await approve();

    expect(await told()).toEqual([]);
    expect(await bell()).toHaveLength(1);
  });
});

describe('approval', () => {
  it('opens the shop at the agreed rate, and notifies its owner', async () => {
    const { status, body } = await approve('12,5', { isCustomCommission: true });

    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body).toMatchObject({
      is_active: true,
      balance: { admin_commission_rate: 12.5, is_custom_commission: true },
    });
    expect(await stored()).toMatchObject({
      is_active: true,
      admin_commission_rate: 12.5,
      is_custom_commission: true,
      approved_at: api.now(),
      version: 2,
    });
    expect(await rates()).toEqual([12.5]);
    expect(await lines()).toEqual([
      [
        'approve',
        {
          is_active: [false, true],
          admin_commission_rate: [null, 12.5],
          is_custom_commission: [false, true],
        },
      ],
    ]);
    const [letter] = await letters();
    expect(letter).toMatchObject({ recipient: scene.store_owner.email, template: 'shop-approved' });
    expect(letter?.body).toContain('https://shop.test/admin/novaya-lavka');
    expect(letter?.body).toContain('12,5 %');
    expect((await get(null, 'shops/novaya-lavka')).status).toBe(200);
  });

  it('is only the administrator’s', async () => {
    for (const [person, status] of [
      [null, 401],
      ['customer', 403],
      ['staff', 403],
      ['store_owner', 403],
      ['otherOwner', 403],
    ] as const) {
      expect([person, (await approve(0, {}, person)).status]).toEqual([person, status]);
      expect([person, (await disapprove('Нет', person)).status]).toEqual([person, status]);
    }
    expect(await stored()).toMatchObject({ is_active: false, version: 1 });
  });

  it.each([
    [{ admin_commission_rate: 101 }, 'error-commission-range'],
    [{ admin_commission_rate: -1 }, 'error-commission-range'],
    [{ admin_commission_rate: 1.234 }, 'error-commission-places'],
    [{ admin_commission_rate: 'много' }, 'error-number-format'],
    [{ admin_commission_rate: null }, 'error-wrong-value'],
    [{ admin_commission_rate: undefined }, 'error-commission-required'],
  ])('refuses the rate of %j', async (more, key) => {
    const { status, body } = await post('super_admin', 'approve-shop', { id, ...more });

    expect([status, Object.keys(body.errors)]).toEqual([422, ['admin_commission_rate']]);
    if (key !== 'error-wrong-value') expect(body.errors.admin_commission_rate).toContain(key);
  });

  it('requires requisites, and an existing shop', async () => {
    await api.db.updateTable('shops').set({ requisites: null }).where('id', '=', id).execute();

    const { status, body } = await approve();

    expect([status, body.message, body.errors]).toEqual([
      400,
      'ACTION_NOT_VALID',
      { requisites: ['error-requisites-required'] },
    ]);
    expect(await lines()).toEqual([]);
    expect((await post('super_admin', 'approve-shop', { id: 99_999, admin_commission_rate: 5 })).status).toBe(
      404,
    );
    expect((await post('super_admin', 'approve-shop', { id: 'x', admin_commission_rate: 5 })).status).toBe(
      422,
    );
  });

  it('when repeated changes nothing; with another rate, only the rate', async () => {
    await approve(12);
    await approve(12);
    expect([(await stored()).version, await rates(), (await letters()).length]).toEqual([2, [12], 1]);

    api.setNow(new Date(api.now().getTime() + 86_400_000));
    await approve(10);

    expect(await stored()).toMatchObject({ admin_commission_rate: 10, version: 3 });
    expect((await stored()).approved_at).not.toEqual(api.now());
    expect(await rates()).toEqual([12, 10]);
    expect((await letters()).map(({ template }) => template)).toEqual(['shop-approved', 'shop-commission']);
    expect((await lines()).map(([action, changes]) => [action, Object.keys(changes as object)])).toEqual([
      ['approve', ['is_active', 'admin_commission_rate']],
      ['approve', []],
      ['approve', ['admin_commission_rate']],
    ]);
  });

  it('of two concurrent administrators is one: one rate stored, one e-mail, an audit entry of each', async () => {
    const second = await buildUser(api.db, { role: 'super_admin' });

    const answers = await Promise.all([
      approve(12),
      api.request(second, 'POST', 'approve-shop', { id, admin_commission_rate: 12 }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stored()).toMatchObject({ is_active: true, version: 2 });
    expect([await rates(), (await letters()).length]).toEqual([[12], 1]);
    const recorded = await lines();
    expect(recorded).toHaveLength(2);
    expect(recorded.filter(([, changes]) => Object.keys(changes as object).length > 0)).toHaveLength(1);
    const who = await api.db
      .selectFrom('audit_log')
      .select('user_id')
      .where('action', '=', 'approve')
      .orderBy('id')
      .execute();
    expect(new Set(who.map(({ user_id }) => user_id))).toEqual(new Set([scene.super_admin.id, second.id]));
  });
});

describe('disapproval', () => {
  it('hides the shop, gives only its owner the reason, and leaves its products unchanged', async () => {
    await approve();
    const group = await api.db
      .insertInto('groups')
      .values({ name: 'Дом', slug: 'dom' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await api.db
      .insertInto('products')
      .values({
        name: 'Чашка',
        slug: 'chashka',
        shop_id: id,
        type_id: group.id,
        status: 'publish',
        unit: 'шт.',
        price: 5,
      })
      .execute();

    const { status } = await disapprove('Нет договора');

    expect(status).toBe(200);
    expect(await stored()).toMatchObject({
      is_active: false,
      disapproved_reason: 'Нет договора',
      version: 3,
    });
    expect((await get(null, 'shops/novaya-lavka')).status).toBe(404);
    expect((await get('store_owner', 'shops/novaya-lavka')).body).toMatchObject({
      disapproved_reason: 'Нет договора',
    });
    expect((await letters()).at(-1)).toMatchObject({
      template: 'shop-disapproved',
      body: expect.stringContaining('Причина: Нет договора'),
    });
    const product = await api.db.selectFrom('products').select('status').executeTakeFirstOrThrow();
    expect(product.status).toBe('publish');
    expect((await lines()).at(-1)).toEqual([
      'disapprove',
      { is_active: [true, false], disapproved_reason: [null, 'Нет договора'] },
    ]);
  });

  it('sends a waiting shop what it lacks; repeating it sends nothing; approval clears it', async () => {
    await disapprove('Нет устава');
    await disapprove('Нет устава');

    expect(await stored()).toMatchObject({ is_active: false, disapproved_reason: 'Нет устава', version: 2 });
    expect(await letters()).toHaveLength(1);
    expect((await lines()).map(([, changes]) => changes)).toEqual([
      { disapproved_reason: [null, 'Нет устава'] },
      {},
    ]);
    await approve();
    expect((await stored()).disapproved_reason).toBeNull();
  });

  it('refuses a missing shop, and an endless reason', async () => {
    expect((await post('super_admin', 'disapprove-shop', { id: 99_999 })).status).toBe(404);
    expect((await disapprove('а'.repeat(501))).body.errors).toEqual({ reason: ['error-too-long'] });
  });
});

describe('rates of a shop', () => {
  type Rate = { rate: number; user?: object | null };

  it('are visible to its owner, and with their author to administrators', async () => {
    await approve(12);
    await approve(10);

    const own = await get<Rate[]>('store_owner', `shops/${id}/commissions`);
    const admin = await get<Rate[]>('super_admin', 'shops/novaya-lavka/commissions');

    expect(own.body.map(({ rate }) => rate)).toEqual([10, 12]);
    expect(own.body[0]).not.toHaveProperty('user');
    expect(admin.body[0]?.user).toEqual({ id: scene.super_admin.id, name: 'Анна' });
  });

  it('are visible to nobody else', async () => {
    await approve(12);
    for (const [person, status] of [
      [null, 401],
      ['customer', 403],
      ['staff', 403],
      ['otherOwner', 404],
    ] as const)
      expect([person, (await get(person, `shops/${id}/commissions`)).status]).toEqual([person, status]);
  });
});

describe('nearby shops', () => {
  const placed = (slug: string, lat: number | string | null, lng: number | null, isActive = true) =>
    buildShop(api.db, { slug, isActive }).then(({ id: shopId }) =>
      api.db
        .updateTable('shops')
        .set({ settings: JSON.stringify({ location: { lat, lng }, notifications: { email: 'x@test.ru' } }) })
        .where('id', '=', shopId)
        .execute(),
    );

  it('come nearest first with the distance in kilometres, active ones with a location within a thousand', async () => {
    await placed('piter', 59.9386, 30.3141);
    await placed('tver', 56.8587, 35.9176);
    await placed('vladivostok', 43.1155, 131.8855);
    await placed('zakryta', 55.75, 37.6, false);
    await placed('bez-mesta', null, null);
    await placed('krivaya', 'x', 37);

    const { status, body } = await get<{ slug: string; distance: number }[]>(
      null,
      'near-by-shop/55.7558/37.6176',
    );

    expect(status).toBe(200);
    expect(body.map(({ slug }) => slug)).toEqual(['tver', 'piter']);
    expect(body[1]?.distance).toBeGreaterThan(630);
    expect(body[1]?.distance).toBeLessThan(640);
    expect(JSON.stringify(body)).not.toContain('x@test.ru');
  });

  it.each(['abc/37', '55/xyz', '91/0', '0/181', 'NaN/0', '1e1/0', "0'/0"])('refuses %s', async (place) => {
    expect((await get(null, `near-by-shop/${encodeURI(place)}`)).status).toBe(400);
  });

  it('works at the ends of the coordinate range', async () => {
    expect((await get(null, 'near-by-shop/-90/180')).status).toBe(200);
  });
});

describe('following', () => {
  it('is switched on and off, each person for themselves', async () => {
    const ask = (person: Person) => post(person, 'follow-shop', { shop_id: scene.shop.id });
    const is = async (person: Person) =>
      (await get<boolean>(person, `follow-shop?shop_id=${scene.shop.id}`)).body;

    expect((await ask('customer')).body).toBe(true);
    expect([await is('customer'), await is('staff')]).toEqual([true, false]);
    const list = await get('customer', 'followed-shops?limit=10');
    expect([list.body.total, list.body.data[0]?.slug]).toEqual([1, 'pervaya']);
    expect(list.body.data[0]).not.toHaveProperty('owner');
    expect((await get('staff', 'followed-shops')).body.total).toBe(0);
    expect((await ask('customer')).body).toBe(false);
    expect(await is('customer')).toBe(false);
    expect(await api.db.selectFrom('shop_followers').selectAll().execute()).toEqual([]);
  });

  it('is refused to guests, and for closed shops', async () => {
    expect((await post(null, 'follow-shop', { shop_id: scene.shop.id })).status).toBe(401);
    expect((await get(null, 'followed-shops')).status).toBe(401);
    expect((await post('customer', 'follow-shop', { shop_id: id })).status).toBe(404);
    expect((await post('customer', 'follow-shop', { shop_id: 'x' })).status).toBe(422);
    expect((await get('customer', 'follow-shop')).status).toBe(422);
  });
});

it('an edit of a shop that an administrator has approved meanwhile is refused as stale', async () => {
  await approve();

  const { status } = await api.request(scene.store_owner, 'PUT', `shops/${id}`, { version: 1, requisites });

  expect(status).toBe(409);
});

describe('an undone approval', () => {
  const undo = (person: Person | null = 'super_admin') => post(person, `shops/${id}/undo-approval`, {});
  const columns = ['is_active', 'approved_at', 'admin_commission_rate', 'is_custom_commission'] as const;
  const decided = async () => {
    const row = await stored();
    return columns.map((column) => row[column]);
  };
  const later = (seconds: number) => api.setNow(new Date(api.now().getTime() + seconds * 1000));
  const bells = async () =>
    (await api.db.selectFrom('notify_logs').select('id').where('notify_type', '=', 'shop').execute()).length;

  it('closes the shop as it was, and its owner is told nothing', async () => {
    const before = await decided();
    const { body } = await approve(15);
    expect(body.undo_until).toBe(new Date(api.now().getTime() + 30_000).toISOString());
    expect(await bells()).toBe(1);
    later(20);

    const { status } = await undo();

    expect(status).toBe(200);
    expect(await decided()).toEqual(before);
    expect([await letters(), await rates(), await bells()]).toEqual([[], [], 0]);
    expect((await lines()).map(([action]) => action)).toEqual(['approve', 'undo-approval']);
    expect((await undo()).body.message).toBe('ACTION_NOT_VALID');
  });

  it('is refused after thirty seconds, after another decision, and after a sale', async () => {
    await approve(15);
    later(31);
    expect((await undo()).body.errors).toEqual({ approval: ['error-approval-stands'] });
    await disapprove('Закрыт');
    await approve(15);
    await approve(20);
    expect((await undo()).status).toBe(400);
    await disapprove('Закрыт');
    await approve(15);
    await buildOrder(api, { customer: scene.customer, lines: [{ shop: { id } }] });
    expect((await undo()).status).toBe(400);
    expect((await stored()).is_active).toBe(true);
  });

  it('is for administrators, and of a shop that exists', async () => {
    await approve(15);
    expect((await undo(null)).status).toBe(401);
    expect((await undo('store_owner')).status).toBe(403);
    expect((await post('super_admin', 'shops/99999/undo-approval', {})).status).toBe(404);
    expect((await post('super_admin', 'shops/x/undo-approval', {})).status).toBe(404);
    expect((await stored()).is_active).toBe(true);
  });

  it('lets the letter leave at once when the shop is closed again', async () => {
    await approve(15);
    await disapprove('Закрыт');
    const waiting = await api.db.selectFrom('outbox').select(['template', 'next_at']).orderBy('id').execute();
    expect(waiting.map(({ template }) => template)).toEqual(['shop-approved', 'shop-disapproved']);
    for (const { next_at } of waiting) expect(next_at).toEqual(api.now());
  });
});
