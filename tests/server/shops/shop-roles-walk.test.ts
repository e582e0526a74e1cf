import { describe, expect, it } from 'vitest';
import { scopesOfRole } from '@/contract/accounts/roles/permissions';
import { findAction } from '@/contract/actions';
import { type LevelByArea, listRights } from '@/contract/core/areas';
import { permissionsWith } from '@/contract/core/permissions';
import { type Endpoint, endpointsOf } from '../../support/endpoints';
import { buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

interface Refusal {
  message: string;
  needs?: string[];
}

/** Nothing has this number, so that nothing is changed on the walk. */
const addressOf = (path: string) => path.replace(/:\w+/g, '987654321').replace('*', 'x');

async function ask(person: { id: number }, { method, path }: Endpoint) {
  const body = method === 'GET' || method === 'DELETE' ? undefined : {};
  const { status, body: answer } = await api.request<Refusal>(person, method as 'GET', addressOf(path), body);
  return { status, needs: status === 403 ? (answer.needs ?? []) : [] };
}

/** A person of the shop with a ready role, and one with the scopes that the role opens and nothing that limits them. */
async function buildPair(key: string) {
  const role = await api.db
    .selectFrom('roles')
    .select(['id', 'areas'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  const areas = role.areas as LevelByArea;
  const scopes = scopesOfRole(areas);
  const change = { role_id: role.id };
  const { status } = await api.request(scene.store_owner, 'PUT', `staffs/${scene.member.id}`, change);
  const unlimited = await buildUser(api.db, { role: 'staff', worksIn: scene.shop });
  await api.db
    .updateTable('users')
    .set({ permissions: permissionsWith([], scopes) })
    .where('id', '=', unlimited.id)
    .execute();
  expect(status).toBe(200);
  return { held: listRights(areas) as readonly string[], unlimited };
}

describe('a walk over every endpoint', () => {
  it.each(['shop-manager', 'shop-packer', 'shop-accountant', 'shop-support'])(
    'as %s opens what staff with its scopes may do and the table names, money where the role reads it, and nothing else',
    { timeout: 300_000 },
    async (key) => {
      const { held, unlimited } = await buildPair(key);
      const wrong: string[] = [];
      const counts = { granted: 0, money: 0, refused: 0 };

      for (const endpoint of endpointsOf(api.app).filter(({ path }) => path !== 'live')) {
        const name = `${endpoint.method} ${endpoint.path}`;
        const access = findAction(endpoint.method, endpoint.path)?.right ?? 'none';
        if (!access.includes(':')) continue;
        const { status, needs } = await ask(scene.staff, endpoint);
        if (!held.includes(access)) {
          counts.refused += 1;
          if (status === 403 && needs.join() === access) continue;
          const customer = await ask(scene.customer, endpoint);
          if (customer.status !== status || customer.status === 403)
            wrong.push(`${name} answers ${status} ${needs.join()}, a customer gets ${customer.status}`);
          continue;
        }
        const usual = await ask(unlimited, endpoint);
        const isMoney = held.includes('finance:read') && usual.needs.includes('finance:read');
        counts[isMoney ? 'money' : 'granted'] += 1;
        if (isMoney ? status === 403 || status === 401 : status !== usual.status)
          wrong.push(`${name} answers ${status} ${needs.join()}, without the role ${usual.status}`);
      }

      expect(wrong).toEqual([]);
      expect(counts.granted).toBeGreaterThan(30);
      expect(counts.refused).toBeGreaterThan(100);
      expect(counts.money > 5).toBe(held.includes('finance:read'));
    },
  );
});
