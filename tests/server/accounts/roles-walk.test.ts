import { describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import { accessOfPage, familyAreas } from '@/contract/access';
import { actionsByEndpoint, findAction } from '@/contract/actions';
import { type LevelByArea, listRights } from '@/contract/core/areas';
import { familyPages } from '@/contract/family-pages';
import { pages } from '@/contract/pages';
import { type Endpoint, endpointsOf } from '../../support/endpoints';
import { setUpScene } from '../../support/scene';
import { buildMember } from '../../support/team';

const { api, scene } = setUpScene();

/** Its answer never ends. */
const isAsked = ({ path }: Endpoint) => path !== 'live';

interface Refusal {
  message: string;
  needs?: string[];
}

/** Nothing has this number, so that nothing is changed on the walk. */
const addressOf = (path: string) => path.replace(/:\w+/g, '987654321').replace('*', 'x');

async function ask(person: { id: number } | null, { method, path }: Endpoint) {
  const body = method === 'GET' || method === 'DELETE' ? undefined : {};
  const { status, body: answer } = await api.request<Refusal>(person, method as 'GET', addressOf(path), body);
  return { status, needs: status === 403 ? (answer.needs ?? []) : [] };
}

describe('the table of rights', () => {
  it('has nothing that the server does not serve', () => {
    const served = new Set(endpointsOf(api.app).map(({ path }) => path.replace(/:\w+/g, ':')));
    // Not every family has tabs, not every server a demo, acquirers or direct uploads, and the list names no files.
    const isElsewhere = (path: string) =>
      /\/counts$|^dev\/|^webhooks\/|^attachments\/direct|\/\*$/.test(path);
    const known = new Set([...actionsByEndpoint.keys()].map((endpoint) => endpoint.split(' ')[1] ?? ''));

    expect([...known].filter((path) => !served.has(path) && !isElsewhere(path))).toEqual([]);
  });

  it('has every family at its own address, and every page', () => {
    const families = Object.entries(resources).map(([name, { endpoint }]) => [
      name,
      findAction('GET', endpoint)?.right.split(':')[0],
    ]);
    const addresses = [
      ...Object.keys(pages),
      ...Object.keys(familyPages).flatMap((name) => [`/${name}`, `/lavka/${name}`, `/${name}/1/edit`]),
    ];

    expect(Object.fromEntries(families)).toEqual(familyAreas);
    expect(addresses.filter((page) => accessOfPage(page) === undefined)).toEqual([]);
    expect(accessOfPage('/orders/7')).toBe('orders:read');
    expect(accessOfPage('/lavka/products/create')).toBe('catalogue:write');
    expect(accessOfPage('/lavka')).toBe('own');
  });
});

describe('a walk over every endpoint', () => {
  it.each(['finance', 'catalogue', 'support', 'content', 'auditor'])(
    'with the role %s finds open what the table names, and is a customer elsewhere',
    { timeout: 300_000 },
    async (key) => {
      const person = await buildMember(api.db, key);
      const { areas } = await api.db
        .selectFrom('roles')
        .select('areas')
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      const held: readonly string[] = listRights(areas as LevelByArea);
      const wrong: string[] = [];
      const counts = { granted: 0, refused: 0 };

      for (const endpoint of endpointsOf(api.app).filter(isAsked)) {
        const name = `${endpoint.method} ${endpoint.path}`;
        const access = findAction(endpoint.method, endpoint.path)?.right ?? 'none';
        if (!access.includes(':')) continue;
        const { status, needs } = await ask(person, endpoint);
        if (held.includes(access)) {
          counts.granted += 1;
          if (status === 401 || needs.length > 0) wrong.push(`${name} is closed: ${status} ${needs.join()}`);
          continue;
        }
        counts.refused += 1;
        if (status === 403 && needs.join() === access) continue;
        const customer = await ask(scene.customer, endpoint);
        if (customer.status !== status || customer.status === 403)
          wrong.push(`${name} answers ${status} ${needs.join()}, a customer gets ${customer.status}`);
      }

      expect(wrong).toEqual([]);
      expect(counts.granted).toBeGreaterThan(50);
      if (key !== 'auditor') expect(counts.refused).toBeGreaterThan(200);
    },
  );

  it('costs a full administrator nothing', { timeout: 120_000 }, async () => {
    const closed: string[] = [];

    for (const endpoint of endpointsOf(api.app).filter(isAsked)) {
      const { needs } = await ask(scene.super_admin, endpoint);
      if (needs.some((right) => right.includes(':') && !right.startsWith('staff:')))
        closed.push(`${endpoint.method} ${endpoint.path}`);
    }

    expect(closed).toEqual([]);
  });
});
