import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { readEnv } from '@/server/core/env';
import { openEarlyScript } from '@/server/core/web/early-script';
import { openMapFrame } from '@/server/core/web/map-frame';

/** What a start tells the browser about external services, and how wrong settings are reported. */
async function ask(url: string, mapsKey?: string, sentryDsn?: string) {
  const app = Fastify();
  const early = openEarlyScript({ mapsKey, sentryDsn, storageUrl: undefined, demo: false });
  const map = openMapFrame(mapsKey);
  app.get('/*', (request, reply) => {
    if (early && request.url === '/admin/early.js') return early(reply, false);
    return map?.(request.url, reply) ?? reply.code(404).send();
  });
  const answer = await app.inject(url);
  await app.close();
  return answer;
}

const nothing = { mapsKey: undefined, sentryDsn: undefined, storageUrl: undefined, demo: false };

describe('the early script', () => {
  it('contains the target of reports and whether there are maps, never the maps’ key', async () => {
    const { body, headers } = await ask('/admin/early.js', 'maps-key', 'https://key@errors.test/7');

    expect(body).toContain('gostiny-theme');
    expect(body).toContain('dataset, {"reports":"https://key@errors.test/7","maps":"on"})');
    expect(body).not.toContain('maps-key');
    expect(headers['content-type']).toContain('javascript');
  });

  it('is compressed for a browser that accepts it', async () => {
    const app = Fastify();
    const early = openEarlyScript({ ...nothing, demo: true });
    app.get('/early.js', (_request, reply) => early?.(reply, true));
    const { rawPayload, headers } = await app.inject('/early.js');
    await app.close();

    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(rawPayload).toString()).toContain('dataset, {"demo":"on"})');
  });

  it('is left to Next when there is nothing to append', () => {
    expect(openEarlyScript(nothing)).toBeUndefined();
  });

  it('announces demo mode, in which mail is shown and not sent', async () => {
    const app = Fastify();
    const early = openEarlyScript({ ...nothing, demo: true });
    app.get('/early.js', (_request, reply) => early?.(reply, false));
    const { body } = await app.inject('/early.js');
    await app.close();

    expect(body).toContain('dataset, {"demo":"on"})');
  });
});

describe('the early script of a server with a storage', () => {
  it('says that uploads go directly there, without its name', async () => {
    const app = Fastify();
    const early = openEarlyScript({ ...nothing, storageUrl: 'https://s3.test' });
    app.get('/early.js', (_request, reply) => early?.(reply, false));
    const { body } = await app.inject('/early.js');
    await app.close();

    expect(body).toContain('dataset, {"uploads":"direct"})');
    expect(body).not.toContain('s3.test');
  });
});

describe('the frame of the map', () => {
  it('has its own policy, and no permissions beyond the map', async () => {
    const { statusCode, headers, body } = await ask('/admin/_map/?lat=1&lng=2&zoom=3', 'maps-key');

    const policy = String(headers['content-security-policy']);
    expect([statusCode, body.includes('apikey=maps-key&amp;')]).toEqual([200, true]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/\*(?!\.(api-maps\.yandex\.ru|maps\.yandex\.net))/);
    expect((await ask('/admin/_map/frame.js', 'maps-key')).body).toContain('ymaps3.ready');
  });

  it('does not exist without a key, nor at any other address', async () => {
    for (const url of ['/admin/_map/', '/admin/_map/frame.js']) expect((await ask(url)).statusCode).toBe(404);
    for (const url of ['/admin/_map', '/admin/_map/x', '/admin/tags'])
      expect((await ask(url, 'maps-key')).statusCode).toBe(404);
  });
});

describe('settings of services', () => {
  const s3 = { S3_ENDPOINT: 'https://s3.test', S3_BUCKET: 'lavka', S3_KEY: 'k', S3_SECRET: 's' };

  it('are parsed, and undefined when left out', () => {
    const none = readEnv({});
    expect([none.smtp, none.sms, none.s3, none.sentryDsn, none.mapsKey]).toEqual(Array(5).fill(undefined));
    const all = readEnv({
      ...s3,
      SMTP_URL: 'smtp://robot:secret@mail.test:587',
      MAIL_FROM: 'Гостиный двор <no-reply@shop.test>',
      SMS_URL: 'https://sms.test/send',
      SENTRY_DSN: 'https://abc@errors.test:8443/inner/errors/42',
      MAPS_KEY: '8f0b-1c',
    });
    expect(all).toMatchObject({
      smtp: { url: 'smtp://robot:secret@mail.test:587', from: 'Гостиный двор <no-reply@shop.test>' },
      sms: { url: 'https://sms.test/send', key: undefined },
      s3: { endpoint: 'https://s3.test', bucket: 'lavka', region: 'us-east-1' },
      sentryDsn: 'https://abc@errors.test:8443/inner/errors/42',
      mapsKey: '8f0b-1c',
    });
    expect(all.s3?.browserEndpoint).toBeUndefined();
    const open = readEnv({ ...s3, S3_BROWSER_ENDPOINT: 'https://files.test' });
    expect(open.s3?.browserEndpoint).toBe('https://files.test');
    expect(readEnv({ NEXT_PUBLIC_SENTRY_DSN: 'https://abc@errors.test/1' }).sentryDsn).toBe(
      'https://abc@errors.test/1',
    );
  });

  it.each([
    [{ SMTP_URL: 'mail.test' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.test' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.test', MAIL_FROM: 'Гостиный двор' }, 'MAIL_FROM'],
    [{ SMS_URL: 'sms.test' }, 'SMS_URL'],
    [{ ...s3, S3_SECRET: '' }, 'S3_SECRET'],
    [{ S3_BUCKET: 'lavka' }, 'S3_ENDPOINT'],
    [{ ...s3, S3_BROWSER_ENDPOINT: 'files.test' }, 'S3_BROWSER_ENDPOINT'],
    [{ SENTRY_DSN: 'https://errors.test/7' }, 'SENTRY_DSN'],
    [{ SENTRY_DSN: 'https://odd-key@errors.test/7' }, 'SENTRY_DSN'],
    [{ SENTRY_DSN: 'https://key@errors.test/inner' }, 'SENTRY_DSN'],
    [{ MAPS_KEY: '"><script>' }, 'MAPS_KEY'],
  ])('%o stops the start and is named', (env, name) => {
    expect(() => readEnv(env)).toThrow(name);
  });
});
