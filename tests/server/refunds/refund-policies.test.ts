import { expect, it } from 'vitest';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Refund policies: unapproved ones are visible to administrators only. */
const { api, scene } = setUpScene();

const endpoint = 'refund-policies';

async function create(status: 'approved' | 'pending', target = 'customer'): Promise<Wire> {
  const body = { title: `Возврат ${status} ${target}`, target, status };
  const answer = await api.request(scene.super_admin, 'POST', endpoint, body);
  expect(answer.status).toBe(201);
  return answer.body;
}

it('shows drafts to nobody else, by id, by slug or in a list', async () => {
  const approved = await create('approved');
  const draft = await create('pending');

  for (const user of [null, scene.customer, scene.store_owner, scene.staff]) {
    for (const key of [draft.id, draft.slug]) {
      expect((await api.request(user, 'GET', `${endpoint}/${key}`)).status).toBe(404);
    }
    expect((await api.request(user, 'GET', `${endpoint}/${approved.slug}`)).status).toBe(200);
    for (const query of ['', '?search=title:pending', '?status=pending', '?search=title:x;status:pending']) {
      const { body } = await api.request(user, 'GET', `${endpoint}${query}`);
      expect(body.data.map(({ id }) => id)).not.toContain(draft.id);
    }
  }
  expect((await api.request(scene.super_admin, 'GET', endpoint)).body.total).toBe(2);
});

it('shows a policy as soon as it is approved, also in bulk', async () => {
  const drafts = [await create('pending'), await create('pending', 'vendor')];
  const ids = drafts.map(({ id }) => id);

  const { body } = await api.request<{ done: number }>(scene.super_admin, 'POST', `${endpoint}/bulk/set`, {
    ids,
    key: 'status',
    value: 'approved',
  });

  expect(body.done).toBe(2);
  expect((await api.request(null, 'GET', endpoint)).body.total).toBe(2);
});

it('refuses other targets and states', async () => {
  const valid = { title: 'Возврат', target: 'customer', status: 'approved' };
  for (const [key, value] of [
    ['target', 'staff'],
    ['status', 'rejected'],
    ['title', 'A'.repeat(256)],
    ['description', 'A'.repeat(10_001)],
  ] as const) {
    const { status, body } = await api.request(scene.super_admin, 'POST', endpoint, {
      ...valid,
      [key]: value,
    });
    expect([key, status, Object.keys(body.errors)]).toEqual([key, 422, [key]]);
  }
});

it('shows the shop of a policy and ignores a shop in the form', async () => {
  const row = await create('approved');
  await api.db
    .updateTable('refund_policies')
    .set({ shop_id: scene.shop.id })
    .where('id', '=', row.id)
    .execute();

  const edited = await api.request(scene.super_admin, 'PUT', `${endpoint}/${row.id}`, {
    shop_id: scene.otherShop.id,
  });
  const found = await api.request(null, 'GET', `${endpoint}?search=shop.slug:${scene.shop.slug}`);

  expect(edited.body).toMatchObject({
    shop_id: scene.shop.id,
    shop: { id: scene.shop.id, name: scene.shop.name, slug: scene.shop.slug },
  });
  expect(found.body.total).toBe(1);
});
