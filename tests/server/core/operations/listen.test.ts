import { describe, expect, it } from 'vitest';
import { readEnv } from '@/server/core/env';
import { listenHost, portAdvice, shownAddress } from '@/server/core/listen';

describe('the address that the server listens on', () => {
  it.each([
    ['demo mode', {}, '127.0.0.1'],
    ['a PostgreSQL server', { DATABASE_URL: 'postgres://localhost/shop' }, '0.0.0.0'],
    ['demo data on such a server', { DATABASE_URL: 'postgres://localhost/shop', DEMO: 'true' }, '127.0.0.1'],
    ['an embedded database without demo', { DEMO: 'false' }, '0.0.0.0'],
    ['HOST', { HOST: '0.0.0.0' }, '0.0.0.0'],
    ['an empty HOST', { HOST: '' }, '127.0.0.1'],
  ])('with %s', (_what, env: Record<string, string>, expected) => {
    expect(listenHost(readEnv(env))).toBe(expected);
  });

  it('of the panel on its own, which has no accounts, is open', () => {
    expect(listenHost(readEnv({}), false)).toBe('0.0.0.0');
  });

  it.each([
    ['127.0.0.1', 'http://localhost:3000'],
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['192.168.1.5', 'http://192.168.1.5:3000'],
    ['shop.local', 'http://shop.local:3000'],
  ])('%s is printed as %s', (host, expected) => {
    expect(shownAddress(host, 3000)).toBe(expected);
  });
});

it('names a port that cannot be opened, and what to do', () => {
  const refused = (code: string) => portAdvice(Object.assign(new Error(code), { code }), place);
  const place = { host: '127.0.0.1', port: 80 };

  expect(refused('EADDRINUSE')).toBe('Port 80 is in use: by the product itself, or set another PORT.');
  expect(refused('EACCES')).toBe('Port 80 on 127.0.0.1 cannot be opened (EACCES): change PORT or HOST.');
});
