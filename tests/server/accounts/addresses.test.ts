import { describe, expect, it } from 'vitest';
import type { BuiltUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

const { api, scene } = setUpScene();

const address = {
  title: 'Дом',
  type: 'billing',
  address: {
    country: 'Россия',
    city: 'Тула',
    state: 'Тульская область',
    zip: '300012',
    street_address: 'проспект Ленина, 5, кв. 17',
  },
  location: { lat: 54.19, lng: 37.61, formattedAddress: 'Тула, проспект Ленина, 5' },
};

type Address = Wire & { title: string; default: boolean; customer_id: number };
const add = (by: BuiltUser | null, more: object = {}) =>
  api.request<Address>(by, 'POST', 'address', { ...address, ...more });
const listOf = async (by: BuiltUser, query = '') =>
  (await api.request<Address[]>(by, 'GET', `address${query}`)).body;
const rows = () => api.db.selectFrom('addresses').selectAll().orderBy('id').execute();

describe('addresses', () => {
  it('are added, listed with the default first, changed and removed by their owner', async () => {
    const home = await add(scene.customer);
    const office = await add(scene.customer, { title: 'Работа', type: 'shipping', default: true });
    const titles = (await listOf(scene.customer)).map(({ title }) => title);
    const changed = await api.request<Address>(scene.customer, 'PUT', `address/${home.body.id}`, {
      title: 'Дача',
    });
    const removed = await api.request(scene.customer, 'DELETE', `address/${office.body.id}`);

    expect([home.status, home.body]).toEqual([201, expect.objectContaining({ ...address, default: false })]);
    expect(titles).toEqual(['Работа', 'Дом']);
    expect([changed.status, changed.body.title, changed.body.type]).toEqual([200, 'Дача', 'billing']);
    expect([removed.status, (await listOf(scene.customer)).length]).toEqual([200, 1]);
    expect((await rows()).map(({ deleted_at }) => deleted_at === null)).toEqual([true, false]);
    const audited = await api.db.selectFrom('audit_log').select('action').orderBy('id').execute();
    expect(audited.map(({ action }) => action)).toEqual(['create', 'create', 'update', 'remove']);
  });

  it('have one default per type', async () => {
    const first = await add(scene.customer, { default: true });
    await add(scene.customer, { type: 'shipping', default: true });
    await add(scene.customer, { default: true });
    await add(scene.staff, { default: true });
    await api.request(scene.customer, 'PUT', `address/${first.body.id}`, { default: true });

    expect((await rows()).map((row) => row.is_default)).toEqual([true, true, false, true]);
  });

  it('of another person are not found, except by an administrator', async () => {
    const { body } = await add(scene.customer);
    const one = `address/${body.id}`;
    for (const by of [scene.store_owner, scene.staff, scene.otherOwner]) {
      expect((await api.request(by, 'PUT', one, { title: 'Моё' })).status).toBe(404);
      expect((await api.request(by, 'DELETE', one)).status).toBe(404);
      expect((await api.request(by, 'GET', `address?customer_id=${scene.customer.id}`)).status).toBe(404);
      expect((await add(by, { customer_id: scene.customer.id })).status).toBe(404);
    }
    expect((await rows()).map(({ title }) => title)).toEqual(['Дом']);

    const { super_admin: admin } = scene;
    expect(await listOf(admin, `?customer_id=${scene.customer.id}`)).toHaveLength(1);
    expect((await add(admin, { customer_id: scene.customer.id })).body.customer_id).toBe(scene.customer.id);
    expect((await api.request(admin, 'PUT', one, { title: 'Дача' })).status).toBe(200);
    expect((await api.request(admin, 'DELETE', one)).status).toBe(200);
  });

  it('require a session and a complete address', async () => {
    for (const [method, path] of [
      ['GET', 'address'],
      ['POST', 'address'],
      ['PUT', 'address/1'],
      ['DELETE', 'address/1'],
    ] as const) {
      expect([method, (await api.request(null, method, path)).status]).toEqual([method, 401]);
    }
    const empty = await api.request(scene.customer, 'POST', 'address', {});
    expect([empty.status, Object.keys(empty.body.errors).sort()]).toEqual([
      422,
      ['address.city', 'address.state', 'address.street_address', 'address.zip', 'title', 'type'],
    ]);
    expect((await add(scene.customer, { type: 'other' })).body.errors).toHaveProperty('type');
    expect((await add(scene.super_admin, { customer_id: 'нет' })).status).toBe(404);
    for (const key of ['4711', 'нет']) {
      expect((await api.request(scene.customer, 'DELETE', `address/${key}`)).status).toBe(404);
    }
  });
});
