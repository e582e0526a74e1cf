import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeliveryCity, type DeliveryPoint, type Geocode, maxPoints } from '@/contract/settings/delivery';
import { openDelivery } from '@/server/integrations/delivery/open-delivery';
import { setUpScene } from '../../support/scene';

/** The delivery host: the built-in one, and the real client against a server of its format. */
const { api, scene } = setUpScene();

const get = async <Body>(path: string, user: { id: number } | null = scene.staff) =>
  api.request<Body>(user, 'GET', path.replace(/[а-яё ]+/gi, encodeURIComponent));

describe('the built-in host', () => {
  it.each(['cities?search=мос', 'points?city=101000', 'geocode?address=Москва'])(
    'answers %s to every signed-in user',
    async (path) => {
      expect((await get(path, null)).status).toBe(401);
      for (const user of [scene.customer, scene.staff, scene.store_owner, scene.super_admin]) {
        expect((await get(path, user)).status).toBe(200);
      }
    },
  );

  it('finds cities by part of their name, prefix matches first', async () => {
    const { body } = await get<DeliveryCity[]>('cities?search=Моск');

    expect(body[0]).toMatchObject({ code: '101000', name: 'Москва', country_code: 'RU', lat: 55.7558 });
    expect((await get<DeliveryCity[]>('cities?search=name:новгород')).body.length).toBeGreaterThan(0);
    expect((await get('cities?search=м')).body).toEqual([]);
    expect((await get('cities')).body).toEqual([]);
    expect((await get('cities?search=%25%25%25')).body).toEqual([]);
  });

  it('returns the points of a city, and those of a map section', async () => {
    const inCity = await get<DeliveryPoint[]>('points?city=101000');
    const inBox = await get<DeliveryPoint[]>('points?bbox=55,37,56,38');
    const everywhere = await get<DeliveryPoint[]>('points?bbox=-90,-180,90,180');

    expect(inCity.body.length).toBeGreaterThanOrEqual(3);
    expect(inCity.body[0]).toMatchObject({ city_code: '101000', type: 'PVZ', cash_allowed: true });
    expect(inBox.body.map(({ code }) => code)).toEqual(inCity.body.map(({ code }) => code));
    expect(everywhere.body.length).toBeLessThanOrEqual(maxPoints);
    expect((await get('points?city=nowhere')).body).toEqual([]);
  });

  it('finds an address, and the city nearest to a place', async () => {
    const found = await get<Geocode[]>('geocode?address=Москва Тверская 7');
    const near = await get<Geocode[]>('geocode?lat=59.9&lng=30.3');

    expect(found.body[0]).toMatchObject({
      formatted_address: 'г Москва, ул Тверская, д 7',
      precision: 'other',
    });
    expect(near.body).toMatchObject([{ components: [{}, { kind: 'locality', name: 'Санкт-Петербург' }] }]);
  });

  it.each([
    ['points', 'city'],
    ['points?bbox=1,2,3', 'bbox'],
    ['points?bbox=56,37,55,38', 'bbox'],
    ['points?bbox=a,b,c,d', 'bbox'],
    ['points?bbox=,,,', 'bbox'],
    ['geocode', 'address'],
    ['geocode?lat=100&lng=3', 'lat'],
    ['geocode?lat=10', 'lng'],
  ])('refuses %s', async (path, key) => {
    const { status, body } = await get<{ errors: object }>(path);
    expect([status, body.errors]).toEqual([422, { [key]: ['error-wrong-value'] }]);
  });

  it('limits the rate of requests', async () => {
    for (let asked = 0; asked < 240; asked += 1) await get('points?city=101000');

    expect((await get('points?city=101000')).status).toBe(429);
    expect((await get('points?city=101000', scene.customer)).status).toBe(200);
  });
});

describe('the real client', () => {
  let server: Server;
  let answer: { status: number; body: unknown } = { status: 200, body: [] };
  const asked: string[] = [];
  let time = new Date('2026-03-10T09:00:00Z');

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const open = () =>
    openDelivery({
      deliveryUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
      now: () => time,
    });

  it('caches responses and validates every value', async () => {
    answer = {
      status: 200,
      body: { data: [{ id: 44, name: 'Москва', lat: '55.75', lng: 37.6 }, { name: 'без кода' }, null, 'x'] },
    };
    const host = open();

    const cities = await host.cities('мос');
    await host.cities('мос');

    expect(cities).toEqual([
      {
        id: '44',
        code: '44',
        name: 'Москва',
        region: null,
        country_code: 'RU',
        postal_code: null,
        fias_id: null,
        lat: 55.75,
        lng: 37.6,
      },
    ]);
    expect(asked).toEqual([`/v1/cities?search=${encodeURIComponent('мос')}`]);
  });

  it('parses points and places', async () => {
    const host = open();
    answer = {
      status: 200,
      body: [
        { code: 'P1', name: 'Пункт', carrier: 'cdek', type: 'POSTAMAT', lat: 1, lon: 2, cash_allowed: 'yes' },
      ],
    };
    expect(await host.points({ city: '44' })).toMatchObject([
      { id: 'P1', carrier: 'cdek', type: 'POSTAMAT', lng: 2, cash_allowed: null },
    ]);
    answer = { status: 200, body: [{ formatted_address: 'Тула', lat: 54, lng: 37, precision: 'mood' }] };
    expect(await host.geocode({ address: 'Тула' })).toEqual([
      { formatted_address: 'Тула', lat: 54, lng: 37, precision: 'other', components: [] },
    ]);
  });

  it('queries the geocoder by address and by point, and passes on valid places only', async () => {
    const host = open();
    asked.length = 0;
    const kremlin = {
      ...{ formatted_address: 'Тула, Менделеевская, 2', lat: '54.196', lng: 37.62, precision: 'exact' },
      components: [{ kind: 'locality', name: 'Тула' }, null, { kind: 7, name: 'Тульская область' }],
    };
    answer = { status: 200, body: { data: [kremlin, { formatted_address: 'Без точки' }, null] } };

    const byAddress = await host.geocode({ address: 'Тула, кремль' });
    const byPoint = await host.geocode({ lat: 54.196, lng: 37.62 });

    expect(byAddress).toEqual([
      {
        ...{ formatted_address: 'Тула, Менделеевская, 2', lat: 54.196, lng: 37.62, precision: 'exact' },
        components: [
          { kind: 'locality', name: 'Тула' },
          { kind: '', name: '' },
          { kind: '', name: 'Тульская область' },
        ],
      },
    ]);
    expect(byPoint).toEqual(byAddress);
    expect(asked.map((path) => new URL(path, 'http://host'))).toMatchObject([
      { pathname: '/v1/geocode', search: `?${new URLSearchParams({ address: 'Тула, кремль' })}` },
      { pathname: '/v1/geocode', search: '?lat=54.196&lng=37.62' },
    ]);
  });

  it('is unavailable when it fails, and then returns the last known response', async () => {
    const host = open();
    answer = { status: 500, body: {} };
    await expect(host.cities('тула')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    answer = { status: 200, body: [{ id: 1, name: 'Тула' }] };
    const known = await host.cities('тула');

    answer = { status: 500, body: {} };
    time = new Date(time.getTime() + 25 * 3600_000);

    expect(await host.cities('тула')).toEqual(known);
  });
});
