import { beforeEach, describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import { type AnyResource, addressKey, type ResourceAction } from '@/contract/core/define';
import { isAllowed, permissionsOfRole, type Role, roles } from '@/contract/core/permissions';
import { familyPages } from '@/contract/family-pages';
import { withNeeds } from '../../../support/needs';
import { sampleNames, samples } from '../../../support/samples';
import { setUpScene } from '../../../support/scene';

/** Every family, every endpoint: nobody, each role exactly as declared, and another shop's row. */
const { api, scene } = setUpScene();

const actions: ResourceAction[] = ['list', 'read', 'create', 'update', 'remove'];
const working = (role: Role) => (role === 'customer' ? 'super_admin' : role);

describe.each(sampleNames)('%s', (name) => {
  const resource: AnyResource = resources[name];
  const sample = samples[name];
  beforeEach(() => withNeeds(api, scene, name));

  async function buildRow() {
    const author = sample.author ?? 'super_admin';
    const { status, body } = await api.request(
      scene[author],
      'POST',
      resource.endpoint,
      sample.body(scene, author),
    );
    expect(status).toBe(201);
    return body;
  }

  /** Target of the action: a row by the key in addresses, because guests cannot use a coupon's id. */
  async function pathOf(action: ResourceAction): Promise<string> {
    if (action === 'list' || action === 'create') return resource.endpoint;
    return `${resource.endpoint}/${addressKey(resource, await buildRow())}`;
  }

  function ask(action: ResourceAction, path: string, role: Role | null) {
    const user = role ? scene[role] : null;
    if (action === 'create')
      return api.request(user, 'POST', path, sample.body(scene, working(role ?? 'super_admin')));
    if (action === 'update') return api.request(user, resource.updateMethod, path, sample.changed);
    return api.request(user, action === 'remove' ? 'DELETE' : 'GET', path);
  }

  describe.each(actions)('%s', (action) => {
    const allow = resource.allow[action];

    const may = (role: Role) => isAllowed(allow, permissionsOfRole[role]);

    it('refuses everybody else, and a guest with 401', async () => {
      const path = await pathOf(action);
      for (const role of roles.filter((one) => !may(one))) {
        const { status, body } = await ask(action, path, role);
        expect([role, status, body.message]).toEqual([role, 403, 'FORBIDDEN']);
        expect(body.needs).toEqual(allow);
      }
      const { status, body } = await ask(action, path, null);
      if (allow === 'public') expect(status).toBe(200);
      else expect([status, body.message]).toEqual([401, 'NOT_AUTHENTICATED']);
    });

    it.each(roles.filter(may))('lets %s in', async (role) => {
      const path = await pathOf(action);
      const { status } = await ask(action, path, role);
      expect(status).toBe(action === 'create' ? 201 : 200);
    });
  });

  it('restores with the permission to remove', async () => {
    const { id } = await buildRow();
    await api.request(scene.super_admin, 'DELETE', `${resource.endpoint}/${id}`);

    for (const role of roles) {
      const { status } = await api.request(scene[role], 'POST', `${resource.endpoint}/${id}/restore`);
      const isRight = isAllowed(resource.allow.remove, permissionsOfRole[role]);
      if (!isRight) expect([role, status]).toEqual([role, 403]);
    }
    const { status } = await api.request(scene.super_admin, 'POST', `${resource.endpoint}/${id}/restore`);
    expect([200, 404]).toContain(status);
  });

  it('refuses an unknown token', async () => {
    const { status } = await api.request(null, 'POST', resource.endpoint, sample.changed, {
      authorization: 'Bearer not-a-session',
    });

    expect(status).toBe(401);
  });
});

/** Families whose rows a vendor writes: they belong to the vendor's shop. */
const ofShops = sampleNames.filter(
  (name) => familyPages[name].shop && isAllowed(resources[name].allow.update, permissionsOfRole.store_owner),
);

describe.each(ofShops)("%s of another shop's people", (name) => {
  const resource: AnyResource = resources[name];
  const sample = samples[name];
  const strangers = ['otherOwner', 'otherStaff'] as const;
  let row: { id: number };

  beforeEach(async () => {
    await withNeeds(api, scene, name);
    const made = await api.request(
      scene.store_owner,
      'POST',
      resource.endpoint,
      sample.body(scene, 'store_owner'),
    );
    expect(made.status).toBe(201);
    row = made.body;
  });

  it.each(strangers)('is 404 in read, update, remove and restore for %s', async (stranger) => {
    const one = `${resource.endpoint}/${row.id}`;
    const read = await api.request(scene[stranger], 'GET', one);
    const may = (action: ResourceAction) =>
      isAllowed(
        resource.allow[action],
        permissionsOfRole[stranger === 'otherOwner' ? 'store_owner' : 'staff'],
      );
    const updated = await api.request(scene[stranger], 'PUT', one, sample.changed);
    const removed = await api.request(scene[stranger], 'DELETE', one);
    await api.request(scene.store_owner, 'DELETE', one);
    const restored = await api.request(scene[stranger], 'POST', `${one}/restore`);

    expect(read.status).toBe(404);
    expect(updated.status).toBe(may('update') ? 404 : 403);
    expect(removed.status).toBe(may('remove') ? 404 : 403);
    expect(restored.status).toBe(may('remove') ? 404 : 403);
  });

  it.each(strangers)('is in no list, no search and no count of %s', async (stranger) => {
    const title = resource.columns[0]?.key ?? '';
    const text = String(sample.body(scene, 'store_owner')[title]).split(' ')[0];
    const plain = await api.request(scene[stranger], 'GET', `${resource.endpoint}?page=1`);
    const found = await api.request(
      scene[stranger],
      'GET',
      `${resource.endpoint}?page=1&search=${title}:${text}`,
    );
    const anyOf = `${resource.endpoint}?page=1&search=${title}:${text};${title}:x&searchJoin=or`;
    const either = await api.request(scene[stranger], 'GET', anyOf);

    expect([plain.body.total, found.body.total, either.body.total]).toEqual([0, 0, 0]);
    expect(plain.body.data).toEqual([]);
  });

  it('cannot be created for a shop of somebody else', async () => {
    const { status } = await api.request(
      scene.otherOwner,
      'POST',
      resource.endpoint,
      sample.body(scene, 'store_owner'),
    );

    expect([404, 422]).toContain(status);
    const { body } = await api.request(scene.super_admin, 'GET', `${resource.endpoint}?page=1`);
    expect(body.total).toBe(1);
  });

  it('belongs to the shop’s owner and staff, and to administrators', async () => {
    for (const person of ['store_owner', 'staff', 'super_admin'] as const) {
      const { body } = await api.request(scene[person], 'GET', `${resource.endpoint}?page=1`);
      expect([person, body.total]).toEqual([person, 1]);
    }
  });
});
