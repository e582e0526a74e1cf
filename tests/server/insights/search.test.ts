import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { permissionsOfRole } from '@/contract/core/permissions';
import { type FoundGroup, resultsPerFamily, type SearchAnswer } from '@/contract/insights/everything';
import { buildShop } from '../../support/factories';
import { buildOrder } from '../../support/orders';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

type Person = { id: number };

async function search(text: string, user: Person = scene.super_admin): Promise<FoundGroup[]> {
  const answer = await api.request<SearchAnswer>(user, 'GET', `search?q=${encodeURIComponent(text)}`);
  expect(answer.status).toBe(200);
  return answer.body.groups;
}

async function found(text: string, user: Person = scene.super_admin): Promise<Record<string, string[]>> {
  const groups = await search(text, user);
  return Object.fromEntries(groups.map(({ family, rows }) => [family, rows.map(({ title }) => title)]));
}

async function setScopes(permissions: string[]) {
  await api.db.updateTable('users').set({ permissions }).where('id', '=', scene.staff.id).execute();
}

const buyer = { name: 'Семён Ёлкин', email: 'semyon.elkin@mail.test', contact: '+7 (912) 345-67-89' };

async function sell(shops: readonly { id: number }[], person = buyer, digits = 150_001) {
  let drawn = digits;
  return buildOrder(api, {
    lines: shops.map((shop) => ({ shop })),
    contact: person.contact,
    more: { customer: { id: null, ...person } },
    digits: () => drawn++,
  });
}

describe('GET search', () => {
  it('is open to administrators, owners and staff only', async () => {
    expect((await api.request(null, 'GET', 'search?q=a')).status).toBe(401);
    expect((await api.request(scene.customer, 'GET', 'search?q=a')).status).toBe(403);
    for (const role of ['super_admin', 'store_owner', 'staff'] as const)
      expect((await api.request(scene[role], 'GET', 'search?q=a')).status).toBe(200);
  });

  it('refuses anything but text, and finds nothing for an empty query', async () => {
    expect((await api.request(scene.super_admin, 'GET', 'search')).status).toBe(422);
    expect((await api.request(scene.super_admin, 'GET', 'search?q=a&q=b')).status).toBe(422);
    expect((await api.request(scene.super_admin, 'GET', 'search?q=%00')).status).toBe(422);
    for (const text of ['  ', '%', '_', '\\', '"', "'", '()', '№', '/*', '🙂'])
      expect(await search(text), text).toEqual([]);
  });

  it('truncates an overlong query', async () => {
    expect(await search('щ'.repeat(5000))).toEqual([]);
  });

  it('limits the rate', async () => {
    await search('х');
    await api.db.updateTable('rate_limits').set({ hits: 300 }).where('key', 'like', 'search:%').execute();

    const { status, headers } = await api.request(scene.super_admin, 'GET', 'search?q=x');

    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  });
});

describe('an administrator finds', () => {
  it.each([
    'ёлкин',
    'ЕЛКИН',
    'tkrby',
    '+7 (912) 345-67-89',
    '89123456789',
    'semyon.elkin@',
    '150001',
    '2026031',
    '2026',
    '202603',
    '20260310150',
  ])('a whole order by %s', async (text) => {
    const order = await sell([scene.shop, scene.otherShop]);

    const [group] = await search(text);

    expect(group?.family).toBe('orders');
    expect(group?.rows).toEqual([
      expect.objectContaining({
        title: order.short_number,
        subtitle: 'Семён Ёлкин',
        path: `/orders/${order.id}`,
        status: 'order-processing',
        amount: 2000,
      }),
    ]);
  });

  it('an order by its last digits, also when they look like an invalid month', async () => {
    const order = await sell([scene.shop], buyer, 202_613);

    expect((await search('202613'))[0]?.rows[0]?.title).toBe(order.short_number);
    expect(await search('20261')).toEqual([]);
    expect(await search('202599')).toEqual([]);
  });

  it('a product by name, SKU and slug, exact names first', async () => {
    const named = await buildProduct(api.db, { shop: scene.shop, name: 'Чайник AB-1 Зелёный', sku: 'X-77' });
    const exact = await buildProduct(api.db, { shop: scene.otherShop, name: 'Кружка', sku: 'AB-1' });

    expect((await found('ab-1')).products).toEqual([exact.name, named.name]);
    expect((await found('зеленый чайник')).products).toEqual([named.name]);
    expect((await found('xfqybr')).products).toEqual([named.name]);
    expect((await found(exact.slug)).products).toEqual([exact.name]);
    expect((await search('кружка'))[0]?.rows[0]).toMatchObject({
      path: `/products/${exact.slug}`,
      subtitle: `${scene.otherShop.name} · AB-1`,
      status: 'publish',
    });
  });

  it('shops, people, coupons and categories', async () => {
    await api.db.insertInto('categories').values({ name: 'Посуда', slug: 'posuda' }).execute();
    await api.db
      .insertInto('coupons')
      .values({
        code: 'SALE10',
        type: 'fixed',
        amount: 5,
        active_from: api.now(),
        expire_at: new Date('2026-12-31'),
      })
      .execute();
    await api.db
      .updateTable('users')
      .set({ contact: '+79161234567' })
      .where('id', '=', scene.customer.id)
      .execute();

    expect((await found('первая лавка')).shops).toEqual([scene.shop.name]);
    expect((await found('gthdfz')).shops).toEqual([scene.shop.name]);
    expect((await found('perva')).shops).toEqual([scene.shop.name]);
    expect((await found('егор')).users).toEqual([scene.customer.name]);
    expect((await found('tujh')).users).toEqual([scene.customer.name]);
    expect((await found('8 (916) 123')).users).toEqual([scene.customer.name]);
    expect((await found(scene.customer.email.toUpperCase())).users).toEqual([scene.customer.name]);
    expect((await found('ыфду')).coupons).toEqual(['SALE10']);
    expect((await found('gjcelf')).categories).toEqual(['Посуда']);
  });

  it('a shop by its ИНН, whole or from its beginning', async () => {
    await api.db
      .updateTable('shops')
      .set({ requisites: JSON.stringify({ inn: '7736050003' }) })
      .where('id', '=', scene.shop.id)
      .execute();

    for (const text of ['7736050003', '77360']) {
      const [group] = await search(text);
      expect(group?.rows, text).toMatchObject([
        { title: scene.shop.name, subtitle: `${scene.shop.slug} · 7736050003` },
      ]);
    }
    expect((await found('7736050003', scene.store_owner)).shops).toEqual([scene.shop.name]);
    for (const person of [scene.otherOwner, scene.staff])
      expect(await search('7736050003', person)).toEqual([]);
    expect(await search('7736')).toEqual([]);
  });

  it('five per family, whether there are more, and the list with all of them', async () => {
    for (let number = 0; number < 6; number += 1)
      await buildProduct(api.db, { shop: scene.shop, name: `Самовар ${number}` });

    const [group] = await search('самовар');

    expect(group?.rows).toHaveLength(5);
    expect(group).toMatchObject({
      has_more: true,
      list: '/products?search=%D1%81%D0%B0%D0%BC%D0%BE%D0%B2%D0%B0%D1%80',
    });
  });

  it('nothing that was removed', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop, name: 'Самовар', sku: 'SAM-1' });
    await api.db
      .updateTable('products')
      .set({ deleted_at: api.now() })
      .where('id', '=', product.id)
      .execute();
    await api.db
      .updateTable('users')
      .set({ deleted_at: api.now() })
      .where('id', '=', scene.customer.id)
      .execute();

    expect(await search('самовар')).toEqual([]);
    expect(await search('SAM-1')).toEqual([]);
    expect(await search(scene.customer.email)).toEqual([]);
  });
});

describe('an owner', () => {
  it('finds the part of the own shop, never the whole order or another shop’s part', async () => {
    const order = await sell([scene.shop, scene.otherShop]);
    const parts = await api.db
      .selectFrom('orders')
      .select(['id', 'shop_id', 'tracking_number'])
      .where('parent_id', '=', order.id)
      .execute();
    const own = parts.find(({ shop_id }) => shop_id === scene.shop.id);
    const others = parts.find(({ shop_id }) => shop_id === scene.otherShop.id);

    const last = String(own?.tracking_number).slice(-6);
    for (const text of ['елкин', '89123456789', 'semyon.elkin@', last, '202603', '20260310']) {
      const [group, ...rest] = await search(text, scene.store_owner);
      expect(rest).toEqual([]);
      expect(group?.rows.map(({ path }) => path)).toEqual([`/${scene.shop.slug}/orders/${own?.id}`]);
    }
    for (const number of [order.tracking_number, String(others?.tracking_number)]) {
      expect(await search(number, scene.store_owner)).toEqual([]);
      expect(await search(number.slice(-6), scene.store_owner)).toEqual([]);
    }
  });

  it('finds the latest of more orders than the text index is asked for', async () => {
    const { id } = await sell([scene.shop]);
    const copies = (isPart: boolean) => sql`insert into orders select copy.* from orders o,
      generate_series(1, 210) n cross join lateral jsonb_populate_record(o, jsonb_build_object(
        'short_number', null, 'id', o.id + 1000 * n, 'parent_id', o.parent_id + 1000 * n, 'created_at', o.created_at - n * interval '1 hour',
        'tracking_number', '2026030' || (o.id % 10) || lpad(n::text, 6, '0'))) copy
      where o.id ${isPart ? sql`<> ${id} and o.parent_id = ${id}` : sql`= ${id}`}`;
    await copies(false).execute(api.db);
    await copies(true).execute(api.db);
    const latest = await api.db
      .selectFrom('orders')
      .select('id')
      .where('shop_id', '=', scene.shop.id)
      .orderBy('created_at', 'desc')
      .limit(resultsPerFamily)
      .execute();

    const [group] = await search('елкин', scene.store_owner);

    expect(group?.rows.map((row) => row.id)).toEqual(latest.map((row) => row.id));
    expect(group?.has_more).toBe(true);
  });

  it('finds nothing of another owner: no product, order, customer, shop or member of staff', async () => {
    await sell([scene.otherShop]);
    await buildProduct(api.db, { shop: scene.otherShop, name: 'Самовар', sku: 'SAM-1' });

    for (const text of ['самовар', 'SAM-1', 'елкин', scene.otherShop.slug, scene.customer.name])
      expect(await search(text, scene.store_owner), text).toEqual([]);
    expect((await found(scene.otherStaff.name, scene.store_owner)).staffs).toBeUndefined();
    expect((await found('лавка', scene.store_owner)).shops).toEqual([scene.shop.name]);
  });

  it('finds own products and staff at their addresses in the shop', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop, name: 'Самовар' });

    expect((await search('самовар', scene.store_owner))[0]?.rows[0]?.path).toBe(
      `/${scene.shop.slug}/products/${product.slug}`,
    );
    const staffs = (await search(scene.staff.name, scene.store_owner)).find(
      ({ family }) => family === 'staffs',
    );
    expect(staffs?.rows[0]?.path).toBe(`/${scene.shop.slug}/staffs/${scene.member.id}/edit`);
  });

  it('with several shops gets no link to a single list', async () => {
    await buildShop(api.db, { owner: scene.store_owner });
    for (let number = 0; number < 6; number += 1)
      await buildProduct(api.db, { shop: scene.shop, name: `Самовар ${number}` });

    expect((await search('самовар', scene.store_owner))[0]).toMatchObject({ has_more: true, list: null });
  });
});

describe('a member of staff', () => {
  it('finds what the granted scopes cover', async () => {
    await sell([scene.shop]);
    await buildProduct(api.db, { shop: scene.shop, name: 'Ёлкин самовар' });

    await setScopes(['staff', 'customer', 'staff:orders']);
    expect(Object.keys(await found('елкин', scene.staff))).toEqual(['orders']);
    await setScopes(['staff', 'customer', 'staff:catalogue']);
    expect(Object.keys(await found('елкин', scene.staff))).toEqual(['products']);
    await setScopes(['staff', 'customer']);
    expect(await search('елкин', scene.staff)).toEqual([]);
    await setScopes([...permissionsOfRole.staff]);
    expect((await found('перв', scene.staff)).shops).toEqual([scene.shop.name]);
  });
});

it('is answered by indexes, however many people, shops, coupons and categories there are', async () => {
  const owner = scene.store_owner.id;
  const fillings = [
    sql`insert into users (name, email, password_hash, permissions, contact) select 'Имя ' || md5(n::text),
      md5(n::text) || '@big.test', 'x', '{customer}', '+7' || (9000000000 + n) from generate_series(1, 8000) n`,
    sql`insert into shops (name, slug, owner_id) select md5(n::text), md5(n::text), ${owner}
      from generate_series(1, 4000) n`,
    sql`insert into categories (name, slug, position) select md5(n::text), md5(n::text), n
      from generate_series(1, 4000) n`,
    sql`insert into coupons (code, type, amount, active_from, expire_at) select upper(md5(n::text)), 'fixed', 1,
      now(), now() + interval '1 day' from generate_series(1, 4000) n`,
    sql`analyze users, shops, categories, coupons, name_search`,
  ];
  for (const filling of fillings) await filling.execute(api.db);
  const asked = {
    name_search_users: sql`name_search where family = 'users' and text like '%егоров%'`,
    // With the C collation the unique index serves prefixes, too.
    users_email_: sql`users where deleted_at is null and email like 'person12%'`,
    users_phone: sql`users where deleted_at is null and contact is not null and phone_tail(contact) like '916123%'`,
    name_search_shops: sql`name_search where family = 'shops' and text like '%первая%'`,
    shops_slug_: sql`shops where deleted_at is null and slug like 'pervaya%'`,
    coupons_code_begin: sql`coupons where deleted_at is null and code like 'SALE10%'`,
    name_search_categories: sql`name_search where family = 'categories' and text like '%посуда%'`,
  };

  await api.db.transaction().execute(async (trx) => {
    // Checks that the index can serve the query, not the cost for so few rows: a new text index still has a pending
    // list.
    await sql`set local enable_seqscan = off`.execute(trx);
    for (const [index, rows] of Object.entries(asked)) {
      const { rows: lines } = await sql<Record<string, string>>`explain select id from ${rows}`.execute(trx);
      expect(lines.map((line) => line['QUERY PLAN']).join('\n')).toContain(index);
    }
  });
});
