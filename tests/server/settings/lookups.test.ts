import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AddressSuggestion, BankInfo, OrganisationInfo, SbpMember } from '@/contract/settings/lookups';
import { demoOrganisations } from '@/server/integrations/suggest/bundled-organisations';
import { openDirectories } from '@/server/integrations/suggest/open-directories';
import { setUpScene } from '../../support/scene';

/**
 * Look-ups of addresses, organisations and banks: the built-in directory, and the real clients against recorded
 * responses.
 */
const { api, scene } = setUpScene();

const get = <Body>(user: { id: number } | null, path: string) => api.request<Body>(user, 'GET', path);
const paths = [
  'suggest/address?query=москва',
  'organizations/info?inn=7707083893',
  'banks/info?bic=044525225',
  'sbp/members',
];

describe('access to look-ups', () => {
  it.each(paths)('%s is open to administrators, owners and staff', async (path) => {
    for (const [user, status] of [
      [null, 401],
      [scene.customer, 403],
      [scene.staff, 200],
      [scene.store_owner, 200],
      [scene.super_admin, 200],
    ] as const)
      expect((await get(user, path)).status).toBe(status);
  });

  it('limits the rate of requests per minute', async () => {
    for (let count = 0; count < 120; count += 1) await get(scene.staff, 'banks/info?bic=044525225');

    const { status, headers } = await get(scene.staff, 'banks/info?bic=044525225');
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await get(scene.store_owner, 'banks/info?bic=044525225')).status).toBe(200);
    api.setNow(new Date(api.now().getTime() + 61_000));
    expect((await get(scene.staff, 'banks/info?bic=044525225')).status).toBe(200);
  });
});

describe('the built-in directory', () => {
  const addresses = async (query: string) =>
    (await get<AddressSuggestion[]>(scene.staff, `suggest/address?query=${encodeURIComponent(query)}`)).body;

  it('finds an address by the beginnings of its words, with the house', async () => {
    expect((await addresses('Москва Твер 12к1'))[0]).toEqual({
      value: 'г Москва, ул Тверская, д 12к1',
      country: 'Россия',
      state: 'г Москва',
      city: 'Москва',
      zip: '101000',
      street_address: 'ул Тверская, д 12к1',
      lat: 55.7558,
      lng: 37.6176,
    });
    expect((await addresses('киров, спасская')).map(({ value }) => value)).toEqual([
      'Кировская обл, г Киров, ул Спасская',
    ]);
    expect((await addresses('ростов'))[0]).toMatchObject({ city: 'Ростов-на-Дону', street_address: null });
    expect((await addresses('буденновский'))[0]).toMatchObject({ city: 'Ростов-на-Дону' });
    expect((await addresses('ленина')).length).toBe(10);
  });

  it('finds nothing for short or unknown queries', async () => {
    expect(await addresses('мо')).toEqual([]);
    expect(await addresses('Нью-Васюки')).toEqual([]);
    expect(await addresses(' , . ')).toEqual([]);
    expect((await get(scene.staff, 'suggest/address')).body).toEqual([]);
  });

  it('contains an organisation with its branches, an entrepreneur, a bank', async () => {
    const branches = await get<OrganisationInfo[]>(scene.staff, 'organizations/info?inn=7707083893');
    expect(branches.body.map(({ kpp }) => kpp)).toEqual(['773601001', '667143001']);
    const { inn } = demoOrganisations.dymka;
    const person = await get<OrganisationInfo[]>(scene.staff, `organizations/info?inn=${inn}`);
    expect(person.body).toMatchObject([{ type: 'INDIVIDUAL', kpp: null, status: 'ACTIVE' }]);
    expect((await get(scene.staff, 'organizations/info?inn=7736050003')).body).toEqual([]);
    const bank = await get<BankInfo>(scene.staff, 'banks/info?bic=044525974');
    expect(bank.body).toMatchObject({ name: 'АО «ТБанк»', correspondent_account: '30101810145250000974' });
    expect((await get(scene.staff, 'banks/info?bic=049999999')).status).toBe(404);
    expect((await get<SbpMember[]>(scene.staff, 'sbp/members')).body.length).toBeGreaterThanOrEqual(15);
  });

  it.each([
    ['organizations/info?inn=770708389', { inn: ['error-inn-length-10'] }],
    ['organizations/info?inn=77070838931', { inn: ['error-inn-length-12'] }],
    ['organizations/info?inn=7707083894', { inn: ['error-inn-checksum'] }],
    ['organizations/info?inn=0000000000', { inn: ['error-inn-checksum'] }],
    ['organizations/info', { inn: ['error-inn-length-10'] }],
    ['banks/info?bic=12', { bic: ['error-bic-format'] }],
  ])('refuses %s by name', async (path, errors) => {
    const { status, body } = await get<{ errors: object }>(scene.staff, path);

    expect([status, body.errors]).toEqual([422, errors]);
  });
});

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

describe('the real clients', () => {
  let server: Server;
  let base: string;
  let answer: Answer;
  let asked: { url: string | undefined; token: string | undefined; body: string }[];
  let secret: unknown;
  let time: Date;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        secret = request.headers['x-secret'];
        asked.push({ url: request.url, token: request.headers.authorization, body });
        answer(request, response, body);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    asked = [];
    time = new Date('2026-03-10T09:00:00Z');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const open = () =>
    openDirectories({
      dadataToken: 'key',
      dadataUrl: base,
      sbpMembersUrl: `${base}/members.json`,
      now: () => time,
    });
  const say =
    (value: unknown, status = 200): Answer =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof value === 'string' ? value : JSON.stringify(value));
    };
  it('send the second key of the suggest service when there is one', async () => {
    answer = say({ suggestions: [] });
    const given = { dadataToken: 'key', dadataUrl: base, now: () => time };

    await openDirectories(given).addresses('Тула');
    expect(secret).toBeUndefined();
    await openDirectories({ ...given, dadataSecret: 'second' }).addresses('Тула');
    expect(secret).toBe('second');
  });

  const later = (seconds: number) => {
    time = new Date(time.getTime() + seconds * 1000);
  };
  const unavailable = { code: 'UNAVAILABLE' };

  const party = {
    value: 'ПАО СБЕРБАНК',
    data: {
      inn: '7707083893',
      kpp: '773601001',
      ogrn: '1027700132195',
      type: 'LEGAL',
      name: {
        full_with_opf: 'ПУБЛИЧНОЕ АКЦИОНЕРНОЕ ОБЩЕСТВО "СБЕРБАНК РОССИИ"',
        short_with_opf: 'ПАО СБЕРБАНК',
      },
      opf: { short: 'ПАО' },
      management: { name: 'Греф Герман Оскарович', post: 'ПРЕЗИДЕНТ' },
      state: { status: 'ACTIVE', registration_date: 677376000000 },
      address: {
        value: 'г Москва, ул Вавилова, д 19',
        unrestricted_value: '117312, г Москва, ул Вавилова, д 19',
      },
    },
  };
  const bank = {
    value: 'ПАО Сбербанк',
    data: {
      bic: '044525225',
      swift: 'SABRRUMM012',
      inn: '7707083893',
      kpp: '773601001',
      correspondent_account: '30101810400000000225',
      name: { payment: 'ПАО Сбербанк', short: null },
      state: { status: 'ACTIVE' },
      address: { value: 'г Москва, ул Вавилова, д 19' },
    },
  };

  it('send valid requests to DaData and parse its addresses', async () => {
    answer = say({
      suggestions: [
        {
          value: 'г Москва, ул Тверская, д 1',
          unrestricted_value: '125009, г Москва, ул Тверская, д 1',
          data: {
            country: 'Россия',
            postal_code: '125009',
            region_with_type: 'г Москва',
            city: 'Москва',
            street_with_type: 'ул Тверская',
            house_type: 'д',
            house: '1',
            block_type: 'стр',
            block: '2',
            geo_lat: '55.757',
            geo_lon: '37.615',
          },
        },
        {
          value: 'Кировская обл, деревня Дымка',
          data: { settlement_with_type: 'деревня Дымка', geo_lat: null },
        },
        { value: 5, data: null },
        null,
      ],
    });

    const found = await open().addresses('тверская 1');

    expect(found).toEqual([
      {
        value: 'г Москва, ул Тверская, д 1',
        country: 'Россия',
        state: 'г Москва',
        city: 'Москва',
        zip: '125009',
        street_address: 'ул Тверская, д 1, стр 2',
        lat: 55.757,
        lng: 37.615,
      },
      expect.objectContaining({ city: 'деревня Дымка', street_address: null, lat: null }),
    ]);
    expect(asked).toEqual([
      {
        url: '/suggest/address',
        token: 'Token key',
        body: JSON.stringify({ query: 'тверская 1', count: 10 }),
      },
    ]);
  });

  it('parse organisations and banks, and skip invalid ones', async () => {
    answer = say({
      suggestions: [
        party,
        { ...party, data: { ...party.data, kpp: '667143001' } },
        { value: 'x', data: { inn: '1' } },
      ],
    });
    const directories = open();
    const found = await directories.organisations('7707083893');
    answer = say({ suggestions: [{ ...bank, data: { ...bank.data, bic: '044525974' } }, bank] });

    expect(found.map(({ kpp }) => kpp)).toEqual(['773601001', '667143001']);
    expect(found[0]).toEqual({
      inn: '7707083893',
      kpp: '773601001',
      ogrn: '1027700132195',
      name_short: 'ПАО СБЕРБАНК',
      name_full: 'ПУБЛИЧНОЕ АКЦИОНЕРНОЕ ОБЩЕСТВО "СБЕРБАНК РОССИИ"',
      opf: 'ПАО',
      type: 'LEGAL',
      address: '117312, г Москва, ул Вавилова, д 19',
      management: { name: 'Греф Герман Оскарович', post: 'ПРЕЗИДЕНТ' },
      status: 'ACTIVE',
    });
    expect(await directories.bank('044525225')).toMatchObject({ name: 'ПАО Сбербанк', swift: 'SABRRUMM012' });
    expect(asked.map(({ url }) => url)).toEqual(['/findById/party', '/findById/bank']);
  });

  it('parse the list of the fast payment system in the formats of its operator and of acquirers', async () => {
    answer = say({
      version: '1.0',
      dictionary: [
        {
          bankName: 'Сбербанк',
          logoURL: 'https://qr.nspk.ru/proxyapp/logo/bank100000000111.png',
          schema: 'bank100000000111',
          package_name: 'ru.sberbankmobile',
          isDrActive: true,
        },
        {
          bankName: 'Т-Банк',
          schema: 'bank100000000004',
          webClientUrl: 'https://www.tinkoff.ru/mybank',
          isWebClientActive: 'true',
        },
        { bankName: 'Плохой', schema: 'javascript', webClientUrl: 'javascript:alert(1)' },
        {
          bankName: 'Хитрый',
          schema: 'bank100000000099',
          webClientUrl: 'javascript:alert(1)',
          logoURL: 'http://x/y"onerror=',
          isWebClientActive: true,
        },
      ],
    });
    expect(await open().sbpMembers()).toEqual([
      expect.objectContaining({
        bankName: 'Сбербанк',
        package_name: 'ru.sberbankmobile',
        isWebClientActive: false,
      }),
      expect.objectContaining({ bankName: 'Т-Банк', logoURL: '', isWebClientActive: true }),
      expect.objectContaining({
        bankName: 'Хитрый',
        logoURL: '',
        webClientUrl: null,
        isWebClientActive: false,
      }),
    ]);
    answer = say([
      { bankName: 'ВТБ', schema: 'bank110000000005', packageName: 'ru.vtb24', isWebClientActive: false },
    ]);
    expect(await open().sbpMembers()).toEqual([expect.objectContaining({ package_name: 'ru.vtb24' })]);
  });

  it.each([
    ['a refusal', say({ message: 'quota' }, 403)],
    ['a failure', say('oops', 500)],
    ['no JSON', say('<html>')],
    ['another shape', say({ suggestions: 'x', dictionary: {} })],
    ['null', say('null')],
    [
      'a way elsewhere',
      ((_request, response) => {
        response.writeHead(302, { location: 'http://169.254.169.254/' });
        response.end();
      }) satisfies Answer,
    ],
    [
      'a broken line',
      ((_request, response) => {
        response.destroy();
      }) satisfies Answer,
    ],
    [
      'an answer without end',
      ((_request, response) => {
        const more = () => {
          if (response.destroyed) return;
          response.write('x'.repeat(1024 * 1024), more);
        };
        more();
      }) satisfies Answer,
    ],
  ] as const)('answer UNAVAILABLE to %s', async (_what, given) => {
    answer = given;
    const directories = open();

    await expect(directories.addresses('москва')).rejects.toMatchObject(unavailable);
    await expect(directories.bank('044525225')).rejects.toMatchObject(unavailable);
    await expect(directories.organisations('7707083893')).rejects.toMatchObject(unavailable);
    await expect(directories.sbpMembers()).rejects.toMatchObject(unavailable);
  });

  it('wait three seconds at most', async () => {
    answer = () => {};
    const began = Date.now();

    await expect(open().bank('044525225')).rejects.toMatchObject(unavailable);

    const took = Date.now() - began;
    expect([took > 2500, took < 6000]).toEqual([true, true]);
  });

  it('send one request for repeated and concurrent queries', async () => {
    answer = say({ suggestions: [bank] });
    const directories = open();

    await Promise.all([directories.bank('044525225'), directories.bank('044525225')]);
    later(3600);
    await directories.bank('044525225');
    expect(asked).toHaveLength(1);
    later(24 * 3600);
    await directories.bank('044525225');
    expect(asked).toHaveLength(2);
  });

  it('return the last good list while its source is down, and retry a minute later', async () => {
    answer = say([{ bankName: 'ВТБ', schema: 'bank110000000005' }]);
    const directories = open();
    await directories.sbpMembers();
    later(25 * 3600);
    answer = say('', 500);

    expect(await directories.sbpMembers()).toHaveLength(1);
    expect(await directories.sbpMembers()).toHaveLength(1);
    expect(asked).toHaveLength(2);
    later(61);
    answer = say([
      { bankName: 'ВТБ', schema: 'bank110000000005' },
      { bankName: 'Т-Банк', schema: 'bank100000000004' },
    ]);
    expect(await directories.sbpMembers()).toHaveLength(2);
  });

  it('do not cache a failure', async () => {
    answer = say('', 500);
    const directories = open();
    await expect(directories.addresses('москва')).rejects.toMatchObject(unavailable);
    answer = say({ suggestions: [] });

    expect(await directories.addresses('москва')).toEqual([]);
  });
});
