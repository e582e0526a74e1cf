import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { maxWishes } from '@/contract/catalogue/wishlists/schema';
import { buildUser } from '../../support/factories';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

type Person = { id: number } | null;
const ask = (person: Person, path: string) => api.request(person, 'GET', path);
const send = (person: Person, path: string, body: object) => api.request(person, 'POST', path, body);
const toggle = (person: Person, product_id: unknown) => send(person, 'wishlists/toggle', { product_id });
const wishes = () => api.db.selectFrom('wishlists').select(['user_id', 'product_id']).execute();

async function namesIn(person: Person, path: string): Promise<unknown[]> {
  return (await ask(person, path)).body.data.map(({ name }) => name);
}

it('is toggled by its owner, who reads whether a product is on it', async () => {
  const { id } = await buildProduct(api.db, { shop: scene.shop });
  const asked = async () => (await ask(scene.customer, `wishlists/in_wishlist/${id}`)).body;

  expect((await toggle(scene.customer, id)).body).toBe(true);
  expect(await wishes()).toEqual([{ user_id: scene.customer.id, product_id: id }]);
  expect(await asked()).toBe(true);
  expect((await toggle(scene.customer, id)).body).toBe(false);
  expect(await wishes()).toEqual([]);
  expect(await asked()).toBe(false);
});

it('takes a product once, however often it is sent', async () => {
  const { id } = await buildProduct(api.db, { shop: scene.shop });

  const sent = await Promise.all(
    Array.from({ length: 10 }, () => send(scene.customer, 'wishlists', { product_id: id })),
  );

  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
  expect(sent[0]?.body).toMatchObject({ user_id: scene.customer.id, product_id: id });
  expect(await wishes()).toHaveLength(1);
});

it('lists the products of the own wishlist in pages, the last wish first', async () => {
  const another = await buildUser(api.db, { role: 'customer' });
  const old = await buildProduct(api.db, { shop: scene.shop, name: 'Старая мечта' });
  const fresh = await buildProduct(api.db, { shop: scene.shop, name: 'Новая мечта' });
  await buildProduct(api.db, { shop: scene.shop, name: 'Не мечта' });
  for (const id of [fresh.id, old.id]) await toggle(scene.customer, id);
  await toggle(another, fresh.id);

  for (const path of ['wishlists', 'my-wishlists']) {
    expect(await namesIn(scene.customer, path)).toEqual(['Старая мечта', 'Новая мечта']);
    expect(await namesIn(another, path)).toEqual(['Новая мечта']);
    expect(await namesIn(scene.customer, `${path}?orderBy=name&sortedBy=asc`)).toEqual([
      'Новая мечта',
      'Старая мечта',
    ]);
  }
  const second = await ask(scene.customer, 'my-wishlists?limit=1&page=2');
  expect(second.body).toMatchObject({ total: 2, current_page: 2 });
  expect(second.body.data.map(({ id }) => id)).toEqual([fresh.id]);
});

it('hides a product that is off sale, keeps the wish, and lets it be removed', async () => {
  const { id } = await buildProduct(api.db, { shop: scene.shop });
  await toggle(scene.customer, id);
  await api.db.updateTable('products').set({ status: 'draft' }).where('id', '=', id).execute();

  expect(await namesIn(scene.customer, 'wishlists')).toEqual([]);
  expect(await wishes()).toHaveLength(1);
  const removed = await api.request(scene.customer, 'DELETE', `wishlists/${id}`);
  expect([removed.status, removed.body]).toEqual([200, true]);
  expect(await wishes()).toEqual([]);
});

it('is nobody else’s: another person’s wish is not found', async () => {
  const { id } = await buildProduct(api.db, { shop: scene.shop });
  await toggle(scene.customer, id);
  const another = await buildUser(api.db, { role: 'customer' });

  expect((await api.request(another, 'DELETE', `wishlists/${id}`)).status).toBe(404);
  expect((await ask(another, `wishlists/in_wishlist/${id}`)).body).toBe(false);
  expect(await wishes()).toHaveLength(1);
});

it('is shown with products to the person whose it is', async () => {
  const product = await buildProduct(api.db, { shop: scene.shop });
  await toggle(scene.customer, product.id);
  const shown = async (person: Person) => [
    (await ask(person, `products/${product.slug}`)).body.in_wishlist,
    (await ask(person, 'products')).body.data.find(({ id }) => id === product.id)?.in_wishlist,
  ];

  expect(await shown(scene.customer)).toEqual([true, true]);
  expect(await shown(scene.store_owner)).toEqual([false, false]);
  expect(await shown(null)).toEqual([false, false]);
});

it('needs a session', async () => {
  const { id } = await buildProduct(api.db, { shop: scene.shop });

  expect((await toggle(null, id)).status).toBe(401);
  expect((await send(null, 'wishlists', { product_id: id })).status).toBe(401);
  expect((await ask(null, 'wishlists')).status).toBe(401);
  expect((await ask(null, `wishlists/in_wishlist/${id}`)).status).toBe(401);
  expect((await api.request(null, 'DELETE', `wishlists/${id}`)).status).toBe(401);
});

it('refuses what is no product on sale', async () => {
  const draft = await buildProduct(api.db, { shop: scene.shop, status: 'draft' });

  expect((await toggle(scene.customer, draft.id)).status).toBe(404);
  expect((await toggle(scene.customer, 999_999)).status).toBe(404);
  const empty = await toggle(scene.customer, undefined);
  expect([empty.status, empty.body.errors]).toEqual([422, { product_id: ['error-wrong-value'] }]);
  expect((await toggle(scene.customer, 'abc')).body.errors).toEqual({ product_id: ['error-wrong-value'] });
  expect((await ask(scene.customer, 'wishlists/in_wishlist/abc')).status).toBe(404);
  expect((await api.request(scene.customer, 'DELETE', 'wishlists/abc')).status).toBe(404);
  expect(await wishes()).toEqual([]);
});

it('holds no more than its limit', async () => {
  const products = await Promise.all(
    Array.from({ length: 2 }, () => buildProduct(api.db, { shop: scene.shop })),
  );
  const [last, beyond] = products.map(({ id }) => id);
  await sql`insert into products (name, slug, type_id, shop_id, product_type, price, status, unit)
    select name, slug || '-' || i, type_id, shop_id, product_type, price, status, unit
    from products, generate_series(2, ${maxWishes}::int) i where id = ${last}`.execute(api.db);
  await sql`insert into wishlists (user_id, product_id)
    select ${scene.customer.id}, id from products where id not in (${last}, ${beyond})`.execute(api.db);

  expect((await toggle(scene.customer, last)).body).toBe(true);
  expect((await toggle(scene.customer, beyond)).body.errors).toEqual({ product_id: ['error-too-many'] });
  expect(await wishes()).toHaveLength(maxWishes);
});
