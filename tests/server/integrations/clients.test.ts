import { beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryCity } from '@/contract/settings/delivery';
import type { Deps } from '@/server/core/deps';
import { deliveryAt } from '@/server/integrations/delivery/delivery-client';
import { openWriter } from '@/server/integrations/descriptions/descriptions';
import { fetchJson } from '@/server/integrations/outgoing/fetch-json';
import { sbpMembersAt } from '@/server/integrations/sbp/sbp-members';
import { openDirectories } from '@/server/integrations/suggest/open-directories';
import { say, setUpService, troubles } from '../../support/fake-service';
import { setUpScene } from '../../support/scene';

/** Every real client in every failure, and how the panel reports it. */
const service = setUpService();
const deps: Partial<Deps> = {};
beforeAll(() => {
  deps.deliveryUrl = `${service.base}/v1`;
  deps.dadataToken = 'top-secret';
  deps.dadataUrl = service.base;
  deps.sbpMembersUrl = `${service.base}/members.json`;
  deps.aiUrl = service.base;
});
const { api, scene } = setUpScene(deps);

const clients: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['cities', () => deliveryAt(service.base).cities('тула')],
  ['points', () => deliveryAt(service.base).points({ city: '44' })],
  ['points of a part of the map', () => deliveryAt(service.base).points({ bbox: '1,2,3,4' })],
  ['geocode', () => deliveryAt(service.base).geocode({ address: 'Тула' })],
  ['a place', () => deliveryAt(service.base).geocode({ lat: 54, lng: 37 })],
  ['addresses', () => directories().addresses('москва')],
  ['organisations', () => directories().organisations('7707083893')],
  ['a bank', () => directories().bank('044525225')],
  ['the banks of SBP', () => sbpMembersAt(service.base)],
  ['a description', () => openWriter({ aiUrl: service.base })?.('Платок') ?? Promise.resolve()],
];
const directories = () =>
  openDirectories({ dadataToken: 'top-secret', dadataUrl: service.base, now: () => new Date(0) });

describe.each(troubles)('%s', (_what, answer, failure) => {
  it.each(clients)('means that %s is unavailable, and why', async (_client, ask) => {
    service.answer = answer;

    const error = await ask().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );

    expect(error).toMatchObject({ code: 'UNAVAILABLE', cause: { failure } });
    expect(service.asked).toHaveLength(1);
  });
});

describe('a late response', () => {
  it('is not waited for', async () => {
    service.answer = () => {};
    const began = Date.now();

    await expect(fetchJson(service.base, { timeoutMs: 100 })).rejects.toMatchObject({
      cause: { failure: 'timeout' },
    });
    expect(Date.now() - began).toBeLessThan(2000);
  });

  it('is not waited for when it starts and never ends', async () => {
    service.answer = (response) => {
      response.writeHead(200);
      response.write('{');
    };

    await expect(fetchJson(service.base, { timeoutMs: 200 })).rejects.toMatchObject({
      cause: { failure: 'timeout' },
    });
  });
});

describe('a response of another shape', () => {
  it.each([
    ['null', null],
    ['a text', '"x"'],
    ['a number', 7],
    ['an empty object', {}],
    ['lists of nothing', { data: [null, 1, 'x', [], {}], suggestions: [null, 1, {}], choices: [null] }],
    ['deep nonsense', { data: { data: { data: [] } }, suggestions: 'x' }],
    ['names of objects’ insides', { __proto__: null, constructor: 'x', data: [{ constructor: 1 }] }],
  ])('%s skips invalid values without failing', async (_what, body) => {
    service.answer = say(body);

    for (const [name, ask] of clients) {
      const found = await ask().catch((error: { code?: string }) => error.code);
      const isSensible = found === 'UNAVAILABLE' || found === null || JSON.stringify(found) === '[]';
      expect([name, isSensible, found]).toEqual([name, true, found]);
    }
  });
});

describe('the panel while a service is down', () => {
  const endpoints = [
    'cities?search=tula',
    'points?city=44',
    'geocode?address=tula',
    'suggest/address?query=moskva',
    'organizations/info?inn=7707083893',
    'banks/info?bic=044525225',
    'sbp/members',
  ];

  it('is reported uniformly, without the service’s message', async () => {
    service.answer = say({ message: 'top-secret is over its quota' }, 403);

    for (const endpoint of endpoints) {
      const { status, body } = await api.request<{ message: string }>(scene.staff, 'GET', endpoint);
      expect([endpoint, status, body.message]).toEqual([endpoint, 503, 'UNAVAILABLE']);
      expect(JSON.stringify(body)).not.toMatch(/secret|quota|127\.0\.0\.1/);
    }
  });

  it('gets the last good response', async () => {
    service.answer = say([{ id: 71, name: 'Орёл' }]);
    const ask = () => api.request<DeliveryCity[]>(scene.staff, 'GET', 'cities?search=orel');
    expect((await ask()).body).toMatchObject([{ code: '71' }]);
    service.answer = say('', 500);
    api.setNow(new Date(api.now().getTime() + 48 * 3600_000));

    expect((await ask()).body).toMatchObject([{ code: '71' }]);
  });
});
