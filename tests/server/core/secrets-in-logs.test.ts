import { type TestApp, testApp } from '@tests/support/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveWeb } from '@/web';

const secret = 'SecretSecretSecretSecretSecretSecretSecret1';

/** Every address that contains a secret: known, unknown, and misspelled. */
const addresses = [
  `/admin/reset-password?email=a@b.ru&token=${secret}`,
  `/admin/login?from_url=${encodeURIComponent(`/reset-password?token=${secret}`)}`,
  `/admin/verify/${secret}`,
  `/admin/rest/orders/guest/${secret}`,
  `/admin/rest/orders/${secret}`,
  `/admin/rest/orders/${secret}/payment`,
  `/admin/rest/orders/tracking-number/${secret}`,
  `/admin/rest/payment-intent?tracking_number=${secret}`,
  `/admin/rest/orders/guest/${secret}/`,
  `/admin/rest/orders/guest/${secret}/more`,
  `/admin//rest/orders/guest/${secret}`,
  `/admin/rest/email/verify/7/${secret}`,
  `/admin/rest/download_url/token/7-${secret}`,
  `/admin/rest/download-invoice/token/${secret}`,
  `/admin/rest/export-order/token/${secret}`,
  `/admin/rest/payment-intent?tracking_number=1&token=${secret}`,
  `/admin/rest/uploads/1/${secret}.png?signature=${secret}`,
  `/admin/rest/nothing/${secret}?${secret}=${secret}`,
  `/admin/rest/settings?language=${secret}`,
  `/nothing/${secret}`,
  `/admin/rest/%E0%A4%A${secret}`,
];

describe('the log at its most verbose level', () => {
  let api: TestApp;
  const lines: string[] = [];

  beforeAll(async () => {
    api = await testApp({ logLevel: 'trace', logTo: { write: (line) => lines.push(line) } });
    const next = {
      getRequestHandler: () => async (_request: unknown, response: { end: () => void }) => response.end(),
      close: async () => undefined,
    } as unknown as Parameters<typeof serveWeb>[1];
    await serveWeb(api.app, next, {
      ...{
        dev: true,
        distDir: '',
        apiUrl: undefined,
        sentryDsn: undefined,
        mapsKey: undefined,
        storageUrl: undefined,
        pictureOrigins: [],
        demo: false,
      },
      whoIs: async () => null,
      languages: async () => ['ru'],
      site: async () => undefined,
      originOf: () => 'http://shop.test',
    });
  });

  afterAll(() => api.close());

  it.each(addresses)('does not contain the secret of %s', async (url) => {
    lines.length = 0;
    const answer = await api.app.inject({
      url,
      headers: {
        referer: `http://shop.test${url}`,
        authorization: `Bearer ${secret}`,
        cookie: `a=${secret}`,
      },
    });

    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toContain(secret);
  });

  it('does not contain the values of a failed query', () => {
    lines.length = 0;
    const failure = Object.assign(new Error('failed'), { params: [secret], query: `select '${secret}'` });
    api.app.log.error({ err: failure }, 'failed');

    expect(lines.join('')).toContain('failed');
    expect(lines.join('')).not.toContain(secret);
  });

  it('contains the route and the user', async () => {
    lines.length = 0;
    await api.app.inject({ url: '/admin/rest/tags/7?page=2' });

    expect(lines.join('')).toContain('"route":"/admin/rest/tags/:key","params":{"key":"7"}');
  });
});

describe('Strict-Transport-Security', () => {
  const over = async (more: Parameters<typeof testApp>[0], headers: Record<string, string> = {}) => {
    const api = await testApp(more);
    const answer = await api.app.inject({ url: '/admin/rest/health', headers });
    await api.close();
    return answer.headers['strict-transport-security'];
  };
  const https = { 'x-forwarded-proto': 'https' };

  it('is sent when the panel is reached by https', async () => {
    expect(await over({ publicUrl: 'https://shop.test' })).toBe('max-age=31536000');
    expect(await over({ publicUrl: 'http://shop.test', trustProxy: 1 }, https)).toBe('max-age=31536000');
  });

  it('is not sent over http, nor because a stranger claims https', async () => {
    expect(await over({ publicUrl: 'http://shop.test' })).toBeUndefined();
    expect(await over({ publicUrl: 'http://shop.test' }, https)).toBeUndefined();
    expect(
      await over({ publicUrl: 'http://shop.test', trustProxy: 1 }, { 'x-forwarded-proto': 'http' }),
    ).toBeUndefined();
  });
});
