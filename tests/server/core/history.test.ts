import { describe, expect, it } from 'vitest';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { buildRole, readyRole } from '../../support/team';

const { api, scene } = setUpScene();

const path = () => `audit?family=shops&id=${scene.shop.id}`;

async function change(name: string, version: number) {
  const body = { name, version };
  return api.request(scene.super_admin, 'PUT', `shops/${scene.shop.slug}`, body);
}

describe('GET audit', () => {
  it('is open to administrators only', async () => {
    expect((await api.request(null, 'GET', path())).status).toBe(401);
    for (const role of ['store_owner', 'staff', 'customer'] as const)
      expect((await api.request(scene[role], 'GET', path())).status).toBe(403);
  });

  it('refuses a family without a history, and invalid ids', async () => {
    expect((await api.request(scene.super_admin, 'GET', 'audit?family=settings&id=1')).body.errors).toEqual({
      family: ['error-wrong-value'],
    });
    expect((await api.request(scene.super_admin, 'GET', 'audit?family=shops&id=x')).status).toBe(422);
  });

  it('lists changes with their authors, newest first, in pages', async () => {
    expect((await change('Первая', 1)).status).toBe(200);
    expect((await change('Вторая', 2)).status).toBe(200);

    const { body } = await api.request(scene.super_admin, 'GET', `${path()}&limit=1`);
    expect(body.total).toBe(2);
    expect(body.data).toEqual([
      expect.objectContaining({
        action: 'update',
        user: { id: scene.super_admin.id, name: scene.super_admin.name },
        changes: expect.objectContaining({ name: ['Первая', 'Вторая'] }),
      }),
    ]);
  });

  it('names the role that a member of staff was given, a ready one by its key', async () => {
    const own = await buildRole(api.db, { orders: 'read' }, 'shop');
    await api.db
      .updateTable('roles')
      .set({ name: 'Склад', shop_id: scene.shop.id })
      .where('id', '=', own)
      .execute();
    const packer = await readyRole(api.db, 'shop-packer');
    const invited = { name: 'Зоя', email: 'z@test.ru', shop_id: scene.shop.id, role_id: packer };
    const { body: made } = await api.request<Wire & { id: number }>(
      scene.store_owner,
      'POST',
      'staffs',
      invited,
    );
    await api.request(scene.store_owner, 'PUT', `staffs/${made.id}`, { role_id: own, version: 1 });

    const { body } = await api.request(scene.super_admin, 'GET', `audit?family=staffs&id=${made.id}`);

    const [update] = body.data as (Wire & { changes: Record<string, unknown> })[];
    expect(update?.changes.role_id).toEqual([
      { id: packer, name: 'shop-packer' },
      { id: own, name: 'Склад' },
    ]);
  });
});
