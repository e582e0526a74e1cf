import { describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import type { AnyResource } from '@/contract/core/define';
import { ask, internet } from '@/server/integrations/outgoing/outgoing';
import { isPublicAddress } from '@/server/integrations/outgoing/public-address';
import { endpointsOf } from '../../../support/endpoints';
import { picture, withNeeds } from '../../../support/needs';
import { sampleNames, samples } from '../../../support/samples';
import { setUpScene } from '../../../support/scene';

/** Values that no form sends, at every address that takes a body, and addresses that no service has. */
const { api, scene } = setUpScene();

/** As JSON, because JavaScript cannot write all of them. */
const odd = [
  '1e400',
  '-1e400',
  '-0',
  '1e-400',
  '9007199254740993',
  '99999999999999999999999999',
  '1.0000000000000000001',
  '"1e5"',
  '"0x10"',
  '" 5 "',
  '"5\\u0000"',
  '"\\ud800"',
  '"\\u202e"',
  '"NaN"',
  '"Infinity"',
  '"٥"',
  '"５"',
  '[]',
  '[[]]',
  '[null]',
  '{}',
  '{"id":{}}',
  '{"id":[]}',
  '{"id":1e400}',
  'true',
  'null',
  '""',
  '"\\u0000"',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":1}',
  '{"length":1e9}',
  '{"then":1}',
] as const;

const deep = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;

describe('a body of odd values', () => {
  it('is refused or read by every family, in each of its fields, and never an error of the server', async () => {
    const wrong: string[] = [];
    const file = await picture(api.db, scene.super_admin);
    for (const name of sampleNames) {
      const resource: AnyResource = resources[name];
      const fields = Object.keys((await resource.schema()).fields);
      await withNeeds(api, scene, name);
      const given = samples[name].body({ ...scene, picture: file }, 'super_admin');
      for (const field of fields)
        for (const value of odd) {
          const answer = await api.request(
            scene.super_admin,
            'POST',
            resource.endpoint,
            `${JSON.stringify({ ...given, [field]: 0.125 }).replace(`"${field}":0.125`, `"${field}":${value}`)}`,
          );
          if (answer.status >= 500) wrong.push(`${name}.${field} = ${value}: ${answer.status}`);
        }
    }
    expect(wrong).toEqual([]);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  }, 240_000);

  it('is refused by every address that is written to, as a whole and deep', async () => {
    const wrong: string[] = [];
    const bodies = [
      'null',
      '1',
      '"text"',
      '[]',
      '{"a":1,"a":2}',
      '{"__proto__":null}',
      deep(60, '[', ']'),
      deep(60, '{"a":', '}'),
      `[${'1,'.repeat(5000)}1]`,
      '{"ids":[1e400]}',
      '{"id":1e400,"ids":[[1]]}',
      '{"query":{"search":"id:1e400"}}',
      '{"query":{"page":"1e400","limit":"-1"}}',
      '{"version":1e400}',
      '{"language":"__proto__"}',
      '{"language":["ru"]}',
      '',
    ];
    for (const { method, path } of endpointsOf(api.app).filter((one) => one.method !== 'GET')) {
      if (/webhooks|logout|sessions|revoke/.test(path)) continue;
      const at = path.replace(/:\w+/g, '1').replace('*', 'x');
      for (const body of bodies) {
        const answer = await api.request(scene.super_admin, method as 'POST', at, body);
        if (answer.status >= 500 && answer.status !== 503)
          wrong.push(`${method} ${path} ${body.slice(0, 40)}: ${answer.status}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 240_000);

  it('as a query is refused by every list and read', async () => {
    const wrong: string[] = [];
    const queries = [
      'page=1e400',
      'limit=-1',
      'page=٣',
      'page[]=1',
      'page=1&page=2',
      'search=__proto__:1',
      'search=constructor:x;toString:y',
      'search=%00',
      'search=id:1e400',
      'orderBy=__proto__',
      'orderBy=id;drop',
      'sortedBy=desc,id',
      'searchJoin=__proto__',
      'with=__proto__;constructor',
      'language=__proto__',
      'language=ru&language=en',
      '__proto__[x]=1',
      'constructor=1',
      'search=%ed%a0%80',
      'search=name:%F0%9F',
      'shop_id=1e400',
      'columns=__proto__',
      'q=%00',
      'at=9999999999999',
      'from=0000-00-00&to=99999-99-99',
      'date=2026-02-31',
      'days=1e9',
    ];
    for (const { path } of endpointsOf(api.app).filter(
      (one) => one.method === 'GET' && one.path !== 'live',
    )) {
      const at = path.replace(/:\w+/g, '1').replace('*', 'x');
      for (const query of queries) {
        const answer = await api.request(scene.super_admin, 'GET', `${at}?${query}`);
        if (answer.status >= 500 && answer.status !== 503)
          wrong.push(`${path}?${query}: ${answer.status} ${answer.body.message}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 240_000);

  it('as an id in a path is refused', async () => {
    const wrong: string[] = [];
    const ids = [
      '0',
      '-1',
      '1e3',
      '0x1',
      '01',
      '９',
      '٩',
      '%00',
      '..%2f..%2f',
      '__proto__',
      'constructor',
      '9007199254740993',
      '99999999999999999999',
      'null',
      'undefined',
      '%20',
      '1%20or%201=1',
      "1'",
      '%ff',
      '%F0%9F%98%80',
      `${'9'.repeat(290)}`,
    ];
    for (const { method, path } of endpointsOf(api.app).filter(
      (one) => one.path.includes(':') && one.path !== 'live',
    )) {
      for (const id of ids) {
        const answer = await api.request(
          scene.super_admin,
          method as 'GET',
          path.replace(/:\w+/g, id),
          method === 'GET' ? undefined : {},
        );
        if (answer.status >= 500 && answer.status !== 503)
          wrong.push(`${method} ${path} ${id}: ${answer.status}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 240_000);
});

describe('an address outside', () => {
  const inner = [
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '192.0.0.170',
    '192.0.2.1',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '3fff::1',
    '100::1',
    '5f00::1',
  ];
  it.each(inner)('%s is inner', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://user@127.0.0.1/',
    'http://example.com@127.0.0.1/',
    'http://127.0.0.1:80/',
    'http://8.8.8.8:22/',
    'http://8.8.8.8:6379/',
    'ftp://8.8.8.8/',
    'file:///etc/passwd',
    'gopher://8.8.8.8/',
    'data:text/plain,x',
    'http://[fe80::1%25eth0]/',
    'http://[::]/',
    'https://[64:ff9b::7f00:1]/',
  ])('%s is not asked', async (address) => {
    await expect(ask(address, { totalMs: 500, network: internet })).rejects.toMatchObject({
      problem: 'forbidden',
    });
  });

  it('is not asked when one of its addresses is inner, or becomes so after the check', async () => {
    const mixed = { ...internet, resolve: async () => ['8.8.8.8', '127.0.0.1'] };
    await expect(ask('http://mixed.test/', { totalMs: 500, network: mixed })).rejects.toMatchObject({
      problem: 'forbidden',
    });
    let asked = 0;
    // Loopback stands for the outside, so that no test leaves this machine.
    const rebinding = {
      resolve: async () => [asked++ === 0 ? '127.0.0.2' : '127.0.0.1'],
      isPublic: (address: string) => address === '127.0.0.2',
      ports: 'any' as const,
    };
    await expect(ask('http://rebinding.test:9/', { totalMs: 500, network: rebinding })).rejects.toMatchObject(
      { problem: 'unreachable' },
    );
    expect(asked).toBe(1);
  });
});
