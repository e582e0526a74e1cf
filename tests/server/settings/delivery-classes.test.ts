import { describe, expect, it } from 'vitest';
import type { BulkAnswer } from '@/contract/core/bulk';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Delivery classes with their boxes, and delivery charges. */
const { api, scene } = setUpScene();

const endpoint = 'delivery-classes';
const admin = () => scene.super_admin;

async function createBox(name: string, size = 10): Promise<Wire> {
  const body = { name, length: size, width: size, height: size, max_weight: 5 };
  const answer = await api.request(admin(), 'POST', 'api/admin/boxes', body);
  expect(answer.status).toBe(201);
  return answer.body;
}

const post = (body: object) =>
  api.request(admin(), 'POST', endpoint, { name: 'Посылка', type: 'fixed', amount: 250, ...body });

async function create(...boxes: Wire[]): Promise<Wire> {
  const { status, body } = await post({ box_ids: boxes.map(({ id }) => id) });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
}

const boxesOf = async (id: number) =>
  (
    await api.db
      .selectFrom('delivery_class_boxes')
      .select('box_id')
      .where('delivery_class_id', '=', id)
      .orderBy('box_id')
      .execute()
  ).map((row) => row.box_id);

describe('boxes of a class', () => {
  it('are included as ids and names, smallest first', async () => {
    const [large, small] = [await createBox('Большая', 40), await createBox('Малая', 10)];

    const row = await create(large, small);

    expect(row).toMatchObject({
      box_ids: [small.id, large.id],
      boxes: [
        { id: small.id, name: 'Малая' },
        { id: large.id, name: 'Большая' },
      ],
    });
    expect(await boxesOf(row.id)).toEqual([large.id, small.id]);
    expect((await api.request(admin(), 'GET', endpoint)).body.data).toEqual([row]);
  });

  it('are replaced by those that are sent, and kept when none are', async () => {
    const [first, second] = [await createBox('Первая'), await createBox('Вторая')];
    const { id } = await create(first);

    await api.request(admin(), 'PUT', `${endpoint}/${id}`, { name: 'Бандероль' });
    expect(await boxesOf(id)).toEqual([first.id]);
    await api.request(admin(), 'PUT', `${endpoint}/${id}`, { box_ids: [second.id, second.id] });
    expect(await boxesOf(id)).toEqual([second.id]);
    await api.request(admin(), 'PUT', `${endpoint}/${id}`, { box_ids: [] });
    expect(await boxesOf(id)).toEqual([]);
  });

  it('must exist', async () => {
    const box = await createBox('Старая');
    await api.request(admin(), 'DELETE', `api/admin/boxes/${box.id}`);

    for (const box_ids of [[999_999], [box.id]]) {
      const { status, body } = await post({ box_ids });
      expect([status, body.errors]).toEqual([422, { box_ids: ['error-wrong-value'] }]);
    }
    for (const box_ids of ['1', [0], ['many'], [null], { 0: 1 }]) {
      expect([box_ids, (await post({ box_ids })).status]).toEqual([box_ids, 422]);
    }
    expect(await api.db.selectFrom('delivery_classes').select('id').execute()).toEqual([]);
  });

  it('cannot be deleted, one or many, while a class needs them', async () => {
    const [used, free] = [await createBox('Нужная'), await createBox('Лишняя')];
    await create(used);

    const one = await api.request(admin(), 'DELETE', `api/admin/boxes/${used.id}`);
    const many = await api.request<BulkAnswer>(admin(), 'POST', 'api/admin/boxes/bulk/remove', {
      ids: [used.id, free.id],
    });

    expect([one.status, one.body.message, one.body.uses]).toEqual([409, 'IN_USE', { [endpoint]: 1 }]);
    expect(many.body).toMatchObject({ done: 1, refused: 1, uses: { [endpoint]: 1 } });
    expect((await api.request(admin(), 'GET', `api/admin/boxes/${used.id}`)).status).toBe(200);
  });

  it('are released when the class is removed, and assigned again when it is restored', async () => {
    const [box, other] = [await createBox('Первая'), await createBox('Вторая')];
    const { id } = await create(box, other);
    await api.request(admin(), 'DELETE', `${endpoint}/${id}`);

    const removed = await api.request(admin(), 'DELETE', `api/admin/boxes/${box.id}`);
    const restored = await api.request(admin(), 'POST', `${endpoint}/${id}/restore`);

    expect([removed.status, restored.status]).toEqual([200, 200]);
    expect(restored.body.box_ids).toEqual([other.id]);
    expect((await api.request(admin(), 'DELETE', `api/admin/boxes/${other.id}`)).status).toBe(409);
    await api.request(admin(), 'POST', `api/admin/boxes/${box.id}/restore`);
    const { body } = await api.request(admin(), 'GET', `${endpoint}/${id}`);
    expect(body.box_ids).toEqual([box.id, other.id]);
  });

  it('are never lost when one is deleted while a class starts to use it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const box = await createBox(`Спорная ${round}`);
      const [made, removed] = await Promise.all([
        post({ box_ids: [box.id] }),
        api.request(admin(), 'DELETE', `api/admin/boxes/${box.id}`),
      ]);

      expect([made.status, removed.status]).toSatisfy(
        ([create, remove]) => (create === 201 && remove === 409) || (create === 422 && remove === 200),
      );
    }
  });
});

describe.each(['shippings', endpoint])('the charge of %s', (family) => {
  const send = (method: 'POST' | 'PUT', path: string, body: object) =>
    api.request(admin(), method, path, body);
  const charged = (body: object) => send('POST', family, { name: 'Курьер', ...body });

  it('is an amount, a percentage up to the whole, or free', async () => {
    for (const [body, amount] of [
      [{ type: 'fixed', amount: 390.5 }, 390.5],
      [{ type: 'fixed', amount: '1 250,40' }, 1250.4],
      [{ type: 'percentage', amount: 100 }, 100],
      [{ type: 'free_shipping' }, null],
      [{ type: 'free_shipping', amount: 50 }, null],
    ] as const) {
      const answer = await charged(body);
      expect([body, answer.status, answer.body.amount]).toEqual([body, 201, amount]);
    }
  });

  it('is refused when invalid', async () => {
    for (const [body, key] of [
      [{ type: 'fixed' }, 'amount'],
      [{ type: 'fixed', amount: 0 }, 'amount'],
      [{ type: 'fixed', amount: 0.001 }, 'amount'],
      [{ type: 'percentage', amount: 100.5 }, 'amount'],
      [{ type: 'free', amount: 1 }, 'type'],
      [{ amount: 100 }, 'type'],
    ] as const) {
      const answer = await charged(body);
      expect([body, answer.status, Object.keys(answer.body.errors)]).toEqual([body, 422, [key]]);
    }
  });

  it('follows the kind: free drops the amount, any other kind requires it', async () => {
    const { body: row } = await charged({ type: 'fixed', amount: 300 });

    const free = await send('PUT', `${family}/${row.id}`, { type: 'free_shipping' });
    const paid = await send('PUT', `${family}/${row.id}`, { type: 'percentage' });
    const share = await send('PUT', `${family}/${row.id}`, { type: 'percentage', amount: 5 });

    expect([free.status, free.body.amount]).toEqual([200, null]);
    expect([paid.status, Object.keys(paid.body.errors)]).toEqual([422, ['amount']]);
    expect([share.status, share.body.amount]).toEqual([200, 5]);
  });
});

it('accepts a tax rate with decimals, from nothing up to the whole', async () => {
  const rate = async (value: unknown) => {
    const { status, body } = await api.request(admin(), 'POST', 'taxes', { name: 'НДС', rate: value });
    return [value, status === 201 ? body.rate : Object.keys(body.errors)[0]];
  };

  expect(await Promise.all([0, 22, 18.033, '9,091', 100].map(rate))).toEqual([
    [0, 0],
    [22, 22],
    [18.033, 18.033],
    ['9,091', 9.091],
    [100, 100],
  ]);
  for (const wrong of [-1, 100.1, 0.0001, 'many', null]) expect(await rate(wrong)).toEqual([wrong, 'rate']);
});

it('lets every signed-in person read the classes, and only administrators write them', async () => {
  const { id } = await create();
  for (const person of [scene.customer, scene.staff, scene.store_owner]) {
    expect((await api.request(person, 'GET', `${endpoint}/${id}`)).status).toBe(200);
    expect((await api.request(person, 'PUT', `${endpoint}/${id}`, { name: 'Моё' })).status).toBe(403);
  }
  expect((await api.request(null, 'GET', endpoint)).status).toBe(401);
});
