import { describe, expect, it } from 'vitest';
import { buildAttachment, buildShop, buildUser } from '../../support/factories';
import { buildOrder } from '../../support/orders';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { requisites, shopBody } from '../../support/shops';

/** Shops: visibility, creation and editing, and what prevents removal. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'otherStaff' | 'customer';

const ask = (
  person: Person | null,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => api.request(person && scene[person], method, path, body);
const names = async (person: Person | null, query = '') =>
  (await ask(person, 'GET', `shops?${query}`)).body.data.map((row) => row.name);
const stored = (id: number) =>
  api.db.selectFrom('shops').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const create = async (person: Person = 'store_owner', more: object = {}) => {
  const { status, body } = await ask(person, 'POST', 'shops', { ...shopBody, ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
};
const linesOf = (id: number) =>
  api.db
    .selectFrom('audit_log')
    .select(['action', 'user_id', 'changes'])
    .where('family', '=', 'shops')
    .where('row_id', '=', id)
    .orderBy('id')
    .execute();
const fill = (id: number, more: object = {}) =>
  api.db
    .updateTable('shops')
    .set({
      settings: JSON.stringify(shopBody.settings),
      requisites: JSON.stringify(requisites),
      admin_commission_rate: 12.5,
      disapproved_reason: 'Документы',
      ...more,
    })
    .where('id', '=', id)
    .execute();

describe('the list', () => {
  it('shows guests and customers active shops only, vendors and staff their own too, administrators all', async () => {
    await buildShop(api.db, { name: 'Закрытая', isActive: false });
    await buildShop(api.db, { name: 'Моя новая', isActive: false, owner: scene.store_owner });
    const open = ['Другая лавка', 'Первая лавка'];
    const sorted = 'orderBy=name&sortedBy=asc';

    expect(await names(null, sorted)).toEqual(open);
    expect(await names('customer', sorted)).toEqual(open);
    expect(await names('otherOwner', sorted)).toEqual(open);
    expect(await names('staff', sorted)).toEqual(open);
    expect(await names('store_owner', sorted)).toEqual(['Другая лавка', 'Моя новая', 'Первая лавка']);
    expect(await names('super_admin', sorted)).toEqual([
      'Другая лавка',
      'Закрытая',
      'Моя новая',
      'Первая лавка',
    ]);
  });

  it('filters and searches by declared keys only', async () => {
    const group = await api.db
      .insertInto('groups')
      .values({ name: 'Дом', slug: 'dom' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await api.db
      .insertInto('categories')
      .values({ name: 'Посуда', slug: 'posuda', type_id: group.id, position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await api.db.insertInto('category_shop').values({ shop_id: scene.shop.id, category_id: id }).execute();
    await buildShop(api.db, { name: 'Закрытая', isActive: false });

    expect(await names('super_admin', 'is_active=0')).toEqual(['Закрытая']);
    expect(await names('super_admin', 'search=is_active:1;name:лавка&searchJoin=and&orderBy=id')).toEqual([
      'Первая лавка',
      'Другая лавка',
    ]);
    expect(await names(null, 'search=categories.slug:posuda')).toEqual(['Первая лавка']);
    expect(await names(null, 'search=slug:drugaya')).toEqual(['Другая лавка']);
    expect(await names('super_admin', 'search=users.name:вера')).toEqual(['Другая лавка']);
    expect(await names('super_admin', `search=owner_id:${scene.store_owner.id}`)).toEqual(['Первая лавка']);
    for (const query of ['search=requisites:7736050003', 'orderBy=admin_commission_rate', 'email=x'])
      expect([query, (await ask('super_admin', 'GET', `shops?${query}`)).status]).toEqual([query, 422]);
  });

  it('does not let outsiders find out who owns a shop', async () => {
    expect(await names(null, 'search=users.name:вера')).toEqual([]);
    expect(await names('store_owner', 'search=users.name:вера')).toEqual([]);
    expect(await names('store_owner', 'search=users.name:борис')).toEqual(['Первая лавка']);
  });

  it('counts products, sorts by them, pages, and takes few queries', async () => {
    await buildProduct(api.db, { shop: scene.otherShop });
    const gone = await buildProduct(api.db, { shop: scene.shop });
    await api.db.updateTable('products').set({ deleted_at: api.now() }).where('id', '=', gone.id).execute();
    const before = api.queries();

    const { body } = await ask('super_admin', 'GET', 'shops?orderBy=products_count&sortedBy=desc&limit=1');

    // The session, the rows with their total, related data.
    expect(api.queries() - before).toBe(2);
    expect([body.total, body.data.length]).toEqual([2, 1]);
    expect(body.data[0]).toMatchObject({
      name: 'Другая лавка',
      products_count: 1,
      orders_count: 0,
      owner: { name: 'Вера', email: scene.otherOwner.email, profile: { avatar: null } },
    });
    expect(body).toMatchObject({ last_page: 2, per_page: 1 });
    const second = await ask(
      'super_admin',
      'GET',
      'shops?orderBy=products_count&sortedBy=desc&limit=1&page=2',
    );
    expect(second.body.data[0]).toMatchObject({ name: 'Первая лавка', products_count: 0 });
  });

  it('counts orders without those in the trash', async () => {
    for (const shops of [[scene.shop, scene.otherShop], [scene.shop], [scene.shop]]) {
      await buildOrder(api, { lines: shops.map((shop) => ({ shop })) });
    }
    const last = api.db.selectFrom('orders').select((eb) => eb.fn.max('id').as('id'));
    await api.db.updateTable('orders').set({ deleted_at: api.now() }).where('id', '=', last).execute();

    const { body } = await ask('super_admin', 'GET', 'shops?orderBy=id&sortedBy=asc');

    expect(body.data.map(({ orders_count }) => orders_count)).toEqual([2, 1]);
  });

  it.each([
    ['a guest', null],
    ['a customer', 'customer'],
    ['another vendor', 'otherOwner'],
    ['another shop’s staff', 'otherStaff'],
  ] as const)(
    'and the page of a shop show %s nothing of owner, money and requisites',
    async (_who, person) => {
      await fill(scene.shop.id);

      const list = (await ask(person, 'GET', 'shops?with=balance;owner;staffs&search=slug:pervaya')).body
        .data[0];
      const one = (await ask(person, 'GET', 'shops/pervaya?with=balance')).body;

      for (const shop of [list, one]) {
        expect(Object.keys(shop ?? {}).sort()).toEqual(
          [
            ...['address', 'approved_at', 'categories', 'cover_image', 'created_at', 'description', 'id'],
            ...['language', 'translated_languages'],
            ...[
              'is_active',
              'logo',
              'name',
              'orders_count',
              'owner_id',
              'products_count',
              'settings',
              'slug',
            ],
            ...['updated_at', 'version'],
          ].sort(),
        );
        expect(shop?.settings).not.toHaveProperty('notifications');
        expect(shop?.settings).toMatchObject({ contact: shopBody.settings.contact });
      }
    },
  );
});

describe('one shop', () => {
  it('is complete for its owner and administrators, by slug and by id', async () => {
    await fill(scene.shop.id);

    for (const person of ['store_owner', 'super_admin'] as const) {
      for (const key of ['pervaya', scene.shop.id]) {
        expect((await ask(person, 'GET', `shops/${key}`)).body).toMatchObject({
          requisites: { inn: '7736050003' },
          staffs_count: 1,
          ownership_history: null,
          disapproved_reason: 'Документы',
          settings: { notifications: { email: 'orders@test.ru' } },
          owner: { email: scene.store_owner.email },
          balance: {
            shop_id: scene.shop.id,
            admin_commission_rate: 12.5,
            current_balance: 0,
            on_hold_amount: 0,
            total_earnings: 0,
            withdrawn_amount: 0,
            payment_info: { account: requisites.account, name: requisites.legal_name, bank: 'ПАО Сбербанк' },
          },
        });
      }
    }
  });

  it('is shown to its staff without money and requisites', async () => {
    await fill(scene.shop.id);

    const { body } = await ask('staff', 'GET', 'shops/pervaya');

    expect(body).toMatchObject({ staffs_count: 1, owner: { name: 'Борис' } });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['balance']));
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['requisites']));
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['ownership_history']));
  });

  it('that is switched off is visible only to its people and administrators', async () => {
    await fill(scene.shop.id, { is_active: false });
    const statuses: [Person | null, number][] = [
      [null, 404],
      ['customer', 404],
      ['otherOwner', 404],
      ['otherStaff', 404],
      ['store_owner', 200],
      ['staff', 200],
      ['super_admin', 200],
    ];
    for (const [person, status] of statuses)
      expect([person, (await ask(person, 'GET', 'shops/pervaya')).status]).toEqual([person, status]);
    expect((await ask('super_admin', 'GET', 'shops/nigde')).status).toBe(404);
  });

  it('has the balance of the ledger', async () => {
    const account = (kind: 'shop' | 'shop_on_hold' | 'shop_paid_out', balance: number) => ({
      kind,
      shop_id: scene.shop.id,
      balance,
    });
    await api.db
      .insertInto('ledger_accounts')
      .values([account('shop', 100.1), account('shop_on_hold', 20), account('shop_paid_out', 30.2)])
      .execute();

    expect((await ask('store_owner', 'GET', 'shops/pervaya')).body.balance).toMatchObject({
      current_balance: 100.1,
      on_hold_amount: 20,
      withdrawn_amount: 30.2,
      total_earnings: 150.3,
    });
  });
});

describe('a new shop', () => {
  it('belongs to its creator, stores every field and waits for approval', async () => {
    const logo = await buildAttachment(api.db, { user: scene.store_owner });
    const body = await create('store_owner', { logo: { id: logo.id } });

    const row = await stored(body.id);
    expect(row).toMatchObject({
      name: 'Новая лавка',
      slug: 'novaya-lavka',
      owner_id: scene.store_owner.id,
      is_active: false,
      approved_at: null,
      admin_commission_rate: null,
      address: { city: 'Киров' },
      settings: { contact: '+7 (912) 330-25-18', schedule: [{ day: 'mon', open: '09:00', close: '18:00' }] },
      requisites: { account: requisites.account },
      logo: { id: logo.id },
    });
    expect((await linesOf(body.id)).map(({ action, user_id }) => [action, user_id])).toEqual([
      ['create', scene.store_owner.id],
    ]);
    expect(await names('otherOwner')).not.toContain('Новая лавка');
    expect(await names('store_owner')).toContain('Новая лавка');
  });

  it('cannot approve itself, and gets no money', async () => {
    const attack = {
      is_active: true,
      approved_at: '2026-01-01T00:00:00Z',
      admin_commission_rate: 0,
      is_custom_commission: true,
      owner_id: scene.otherOwner.id,
      balance: { id: 1, current_balance: 1_000_000, total_earnings: 1_000_000, admin_commission_rate: 0 },
    };
    const body = await create('store_owner', attack);
    await ask('store_owner', 'PUT', `shops/${body.id}`, { ...attack, name: 'Ещё новее' });

    expect(await stored(body.id)).toMatchObject({
      name: 'Ещё новее',
      is_active: false,
      approved_at: null,
      admin_commission_rate: null,
      is_custom_commission: false,
      owner_id: scene.store_owner.id,
    });
    expect(await api.db.selectFrom('ledger_accounts').selectAll().execute()).toEqual([]);
  });

  it('accepts payment info in the dialect of other clients, and nothing else of the balance', async () => {
    const payment_info = { account: '0012345', name: 'Борис Лавкин', email: 'b@test.ru', bank: 'Хлынов' };
    const body = await create('store_owner', {
      requisites: null,
      balance: { payment_info, current_balance: 5 },
    });

    expect((await stored(body.id)).payment_info).toEqual(payment_info);
    expect(body.balance).toMatchObject({ payment_info, current_balance: 0 });
    const wrong = await ask('store_owner', 'POST', 'shops', {
      ...shopBody,
      balance: { payment_info: { account: '-5' } },
    });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toMatchObject({ 'payment_info.account': ['error-account-format'] });
  });

  it('of an administrator belongs to the named user, who must be a vendor', async () => {
    const pending = await buildUser(api.db, { role: 'store_owner', isActive: false });

    expect((await create('super_admin', { owner_id: scene.otherOwner.id })).owner_id).toBe(
      scene.otherOwner.id,
    );
    expect((await create('super_admin')).owner_id).toBe(scene.super_admin.id);
    for (const owner_id of [scene.customer.id, pending.id, 99_999]) {
      const { status, body } = await ask('super_admin', 'POST', 'shops', { ...shopBody, owner_id });
      expect([status, body.errors]).toEqual([422, { owner_id: ['error-wrong-value'] }]);
    }
  });

  it('is refused to guests, customers and staff', async () => {
    for (const [person, status] of [
      [null, 401],
      ['customer', 403],
      ['staff', 403],
    ] as const)
      expect((await ask(person, 'POST', 'shops', shopBody)).status).toBe(status);
  });

  it('may not have the name of a panel address as its slug', async () => {
    const asked = await ask('store_owner', 'POST', 'shops', { ...shopBody, slug: 'orders' });
    const taken = await ask('store_owner', 'POST', 'shops', { ...shopBody, slug: 'pervaya' });

    expect([asked.status, asked.body.errors]).toEqual([422, { slug: ['error-slug-reserved'] }]);
    expect([taken.status, taken.body.errors]).toEqual([422, { slug: ['error-taken'] }]);
    expect((await create('store_owner', { name: 'Orders' })).slug).toBe('orders-shop');
    expect((await create('store_owner', { name: 'Orders' })).slug).toBe('orders-shop-2');
    expect((await create('otherOwner')).slug).toBe('novaya-lavka');
    expect((await create('otherOwner')).slug).toBe('novaya-lavka-2');
  });

  it('names its errors, requisites by name', async () => {
    const { status, body } = await ask('store_owner', 'POST', 'shops', {
      ...shopBody,
      name: '',
      settings: {
        ...shopBody.settings,
        contact: '123',
        schedule: [{ day: 'mon', open: '10:00', close: '09:00' }],
      },
      requisites: { ...requisites, inn: '7736050004', account: '40702810838000012345' },
      categories: [99_999],
    });

    expect([status, body.errors]).toEqual([
      422,
      {
        name: ['error-name-required'],
        'settings.contact': ['error-phone-format'],
        'settings.schedule.close': ['error-time-order'],
        'requisites.inn': ['error-inn-checksum'],
        'requisites.account': ['error-account-checksum'],
      },
    ]);
    const category = await ask('store_owner', 'POST', 'shops', { ...shopBody, categories: [99_999] });
    expect([category.status, category.body.errors]).toEqual([422, { categories: ['error-wrong-value'] }]);
    expect(await api.db.selectFrom('shops').select('id').execute()).toHaveLength(2);
  });

  it.each([
    { settings: { contact: {} } },
    { settings: 'x' },
    { address: { city: { a: 1 } } },
    { requisites: { ...requisites, inn: {} } },
    { requisites: [] },
    { categories: 'x' },
    { logo: { id: 99_999 } },
    { balance: { payment_info: { account: {} } } },
    { settings: { ...shopBody.settings, socials: [{ icon: {}, url: [] }] } },
    { settings: { ...shopBody.settings, location: { lat: 'x', lng: 900 } } },
  ])('is refused, without a 500: %j', async (more) => {
    expect((await ask('store_owner', 'POST', 'shops', { ...shopBody, ...more })).status).toBe(422);
  });

  it('has no location when another client sends an empty list', async () => {
    const body = await create('store_owner', { settings: { ...shopBody.settings, location: [] } });

    expect(body.settings).toMatchObject({ location: null });
  });
});

describe('an edit', () => {
  it('is allowed only to its owner and administrators', async () => {
    await fill(scene.shop.id);
    for (const [person, status] of [
      [null, 401],
      ['customer', 403],
      ['staff', 403],
      ['otherOwner', 404],
      ['store_owner', 200],
      ['super_admin', 200],
    ] as const) {
      const { status: got } = await ask(person, 'PUT', `shops/${scene.shop.id}`, {
        description: String(person),
      });
      expect([person, got]).toEqual([person, status]);
    }
    expect((await stored(scene.shop.id)).description).toBe('super_admin');
    expect((await linesOf(scene.shop.id)).map(({ user_id }) => user_id)).toEqual([
      scene.store_owner.id,
      scene.super_admin.id,
    ]);
  });

  it('writes only what was sent, and categories with it', async () => {
    const group = await api.db
      .insertInto('groups')
      .values({ name: 'Дом', slug: 'dom' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await api.db
      .insertInto('categories')
      .values({ name: 'Посуда', slug: 'posuda', type_id: group.id, position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const shop = await create();

    const { body } = await ask('store_owner', 'PATCH', `shops/${shop.id}`, { categories: [{ id }] });

    expect(body.categories).toEqual([{ id, name: 'Посуда', slug: 'posuda' }]);
    expect(body).toMatchObject({ name: 'Новая лавка', requisites: { inn: requisites.inn }, version: 2 });
    const kept = await ask('store_owner', 'PATCH', `shops/${shop.id}`, { name: 'Иначе' });
    expect(kept.body.categories).toHaveLength(1);
    const emptied = await ask('store_owner', 'PATCH', `shops/${shop.id}`, { categories: [] });
    expect(emptied.body.categories).toEqual([]);
  });

  it('does not require fields that were never filled in and are not sent', async () => {
    const { status, body } = await ask('store_owner', 'PATCH', 'shops/pervaya', { description: 'Коротко' });

    expect([status, body.description, body.settings]).toEqual([
      200,
      'Коротко',
      { location: null, socials: [] },
    ]);
    const wrong = await ask('store_owner', 'PATCH', 'shops/pervaya', {
      settings: { website: 'https://a.test' },
    });
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { 'settings.contact': ['error-contact-required'] },
    ]);
    const nameless = await ask('store_owner', 'PATCH', 'shops/pervaya', {
      name: '',
      owner_id: 1,
      is_active: false,
    });
    expect([nameless.status, nameless.body.errors]).toEqual([422, { name: ['error-name-required'] }]);
  });

  it('that is stale is refused and shows the current shop', async () => {
    const shop = await create();
    await ask('super_admin', 'PUT', `shops/${shop.id}`, { name: 'Переименована', version: 1 });

    const { status, body } = await ask('store_owner', 'PUT', `shops/${shop.id}`, {
      name: 'Моё имя',
      version: 1,
    });

    expect([status, body.message, body.current.name]).toEqual([409, 'CONFLICT', 'Переименована']);
  });

  it('of an open shop’s requisites is logged digit by digit, and its owner is notified', async () => {
    await fill(scene.shop.id);
    const changed = {
      ...requisites,
      account: '40702810500000000001',
      bic: '044525593',
      bank_name: 'АО «Альфа-Банк»',
    };

    const wrong = await ask('store_owner', 'PUT', `shops/${scene.shop.id}`, { requisites: changed });
    expect(wrong.body.errors).toHaveProperty('requisites.account');
    const emptied = await ask('store_owner', 'PUT', `shops/${scene.shop.id}`, { requisites: null });
    expect([emptied.status, emptied.body.errors]).toEqual([
      422,
      { requisites: ['error-requisites-required'] },
    ]);
    const same = await ask('store_owner', 'PUT', `shops/${scene.shop.id}`, { requisites });
    expect(same.status).toBe(200);
    expect(await api.db.selectFrom('outbox').selectAll().execute()).toEqual([]);

    const { status } = await ask('super_admin', 'PUT', `shops/${scene.shop.id}`, {
      requisites: { ...requisites, legal_name: 'ООО «Вторая лавка»' },
    });

    expect(status).toBe(200);
    expect((await linesOf(scene.shop.id)).at(-1)).toMatchObject({
      action: 'update',
      user_id: scene.super_admin.id,
      changes: {
        requisites: [{ legal_name: 'ООО «Первая лавка»' }, { legal_name: 'ООО «Вторая лавка»' }],
      },
    });
    expect(await api.db.selectFrom('outbox').select(['recipient', 'template']).execute()).toEqual([
      { recipient: scene.store_owner.email, template: 'shop-requisites' },
    ]);
  });
});

describe('removing', () => {
  const remove = (person: Person | null) => ask(person, 'DELETE', `shops/${scene.shop.id}`);

  it('is only the administrator’s, and can be undone', async () => {
    for (const [person, status] of [
      [null, 401],
      ['customer', 403],
      ['staff', 403],
      ['store_owner', 403],
      ['super_admin', 200],
    ] as const)
      expect([person, (await remove(person)).status]).toEqual([person, status]);
    expect((await ask(null, 'GET', 'shops/pervaya')).status).toBe(404);
    expect((await ask('super_admin', 'POST', `shops/${scene.shop.id}/restore`)).status).toBe(200);
    expect((await linesOf(scene.shop.id)).map(({ action }) => action)).toEqual(['remove', 'restore']);
  });

  it('is refused while it has products, or money on the ledger', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop });
    const withProducts = await remove('super_admin');
    await api.db
      .updateTable('products')
      .set({ deleted_at: api.now() })
      .where('id', '=', product.id)
      .execute();
    await api.db
      .insertInto('ledger_accounts')
      .values({ kind: 'shop', shop_id: scene.shop.id, balance: -5 })
      .execute();
    const withDebt = await remove('super_admin');
    const inBulk = await ask('super_admin', 'POST', 'shops/bulk/remove', { ids: [scene.shop.id] });
    await api.db.updateTable('ledger_accounts').set({ balance: 0 }).execute();

    expect([withProducts.status, withProducts.body]).toMatchObject([
      409,
      { message: 'IN_USE', uses: { products: 1 } },
    ]);
    expect([withDebt.status, withDebt.body]).toMatchObject([409, { message: 'IN_USE', uses: { ledger: 1 } }]);
    expect(inBulk.body).toMatchObject({ done: 0, refused: 1 });
    expect((await remove('super_admin')).status).toBe(200);
  });
});

describe('other lists', () => {
  it('my-shops is a bare list of own shops with balances; staff get their shop without', async () => {
    await fill(scene.shop.id);
    const second = await buildShop(api.db, { owner: scene.store_owner, name: 'Вторая', isActive: false });

    const own = await api.request<{ id: number; balance: object }[]>(scene.store_owner, 'GET', 'my-shops');
    const staff = await api.request<object[]>(scene.staff, 'GET', 'my-shops');
    const admin = await api.request(scene.super_admin, 'GET', 'my-shops');

    expect(own.body.map(({ id }) => id)).toEqual([scene.shop.id, second.id]);
    expect(own.body[0]?.balance).toMatchObject({ admin_commission_rate: 12.5 });
    expect(staff.body).toHaveLength(1);
    expect(staff.body[0]).not.toHaveProperty('balance');
    expect(admin.body).toEqual([]);
    expect((await ask('customer', 'GET', 'my-shops')).status).toBe(403);
    expect((await ask(null, 'GET', 'my-shops')).status).toBe(401);
  });

  it('new-shops is the administrator’s page of waiting ones', async () => {
    await buildShop(api.db, { name: 'Ждёт', isActive: false });

    const { body } = await ask('super_admin', 'GET', 'new-shops?is_active=false&name=жд&search=name:жд');
    expect([body.total, body.data[0]?.name]).toEqual([1, 'Ждёт']);
    expect((await ask('super_admin', 'GET', 'new-shops')).body.total).toBe(1);
    expect((await ask('super_admin', 'GET', 'new-shops?is_active=true')).body.total).toBe(2);
    for (const person of ['store_owner', 'staff', 'customer'] as const)
      expect((await ask(person, 'GET', 'new-shops')).status).toBe(403);
  });

  it('the export of shops shows a vendor no more than the list', async () => {
    const answer = await api.app.inject({ method: 'GET', url: '/admin/rest/shops/export' });
    expect(answer.statusCode).toBe(401);
    const own = await ask('otherOwner', 'GET', 'shops/export?columns=name,owner');
    expect(String(own.body)).not.toContain('Борис');
    expect(String(own.body)).toContain('Вера');
  });
});
