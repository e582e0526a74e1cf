import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readEnv, type TrustProxy } from '@/server/core/env';
import { createServer } from '@/server/core/http/server';

/** The client's address behind proxies, over a real socket from 127.0.0.1. */
const open: ReturnType<typeof createServer>[] = [];

async function addressSeen(trustProxy: TrustProxy, forwarded?: string): Promise<string> {
  const app = createServer({ trustProxy, logLevel: 'silent', publicUrl: 'http://shop.test' });
  open.push(app);
  app.get('/', async (request) => ({ ip: request.ip }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });
  return ((await answer.json()) as { ip: string }).ip;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

describe('the address of a visitor', () => {
  it('is the peer of the socket if no proxy is configured, whatever a header contains', async () => {
    expect(await addressSeen(false, '203.0.113.9')).toBe('127.0.0.1');
  });

  it('is the one that the only proxy appended, not what the client wrote before it', async () => {
    expect(await addressSeen(1, '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(await addressSeen(1)).toBe('127.0.0.1');
  });

  it('is the one that the first of two proxies appended', async () => {
    expect(await addressSeen(2, '198.51.100.1, 203.0.113.9, 10.0.0.2')).toBe('203.0.113.9');
  });

  it('is the first from the right that is not a configured proxy', async () => {
    const networks = ['127.0.0.0/8', '10.0.0.0/8'];

    expect(await addressSeen(networks, '198.51.100.1, 203.0.113.9, 10.0.0.2')).toBe('203.0.113.9');
    expect(await addressSeen(['10.0.0.0/8'], '203.0.113.9')).toBe('127.0.0.1');
  });
});

describe('TRUST_PROXY', () => {
  it.each<[string, TrustProxy]>([
    ['', false],
    ['false', false],
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['10.0.0.0/8, 192.168.1.5', ['10.0.0.0/8', '192.168.1.5']],
    ['fd00::/8', ['fd00::/8']],
  ])('reads %j', (value, trusted) => {
    expect(readEnv({ TRUST_PROXY: value }).trustProxy).toEqual(trusted);
  });

  it.each(['true', 'yes', '-1', '1.5', '10.0.0.0/33', '10.0.0/8', '0.0.0.0/0', '10.0.0.1,', 'proxy.local'])(
    'refuses %j at start and explains what is allowed',
    (value) => {
      expect(() => readEnv({ TRUST_PROXY: value })).toThrow(/TRUST_PROXY must be the number of proxies/);
    },
  );
});
