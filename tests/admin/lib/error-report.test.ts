import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '@/contract/without-secrets';
import { ignoredSpans, isRedirectError } from '@/lib/error-report';
import { routeName } from '@/lib/route-name';

describe('what is not reported (specification §8)', () => {
  it.each([
    ['/404', true],
    ['/en/404', true],
    ['<unlabeled transaction>', true],
    ['incomplete-app-router-transaction', true],
    ['/tags', false],
    ['/404/edit', false],
  ])('the transaction %s: %s', (name, expected) => {
    expect(ignoredSpans.some((pattern) => pattern.test(name))).toBe(expected);
  });

  it.each([
    [Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;push;/x' }), true],
    [Object.assign(new Error('Route cancelled'), { cancelled: true }), true],
    [new Error('boom'), false],
    [undefined, false],
  ])('the error %s: %s', (error, expected) => {
    expect(isRedirectError(error)).toBe(expected);
  });
});

describe('the name of a page in reports', () => {
  const pages = [
    ...['/', '/404', '/coupons/verify', '/coupons/[[...screen]]', '/login', '/message/[id]', '/settings'],
    ...['/tags/[[...screen]]', '/[shop]', '/[shop]/edit', '/[shop]/tags/[[...screen]]'],
  ];

  it.each([
    ['/admin', '/'],
    ['/admin/', '/'],
    ['/admin/login?from_url=%2Ftags', '/login'],
    ['/admin/tags', '/tags/[[...screen]]'],
    ['/admin/tags/7/edit#top', '/tags/[[...screen]]'],
    ['/admin/en/tags', '/tags/[[...screen]]'],
    ['/admin/en', '/'],
    ['/admin/coupons/verify', '/coupons/verify'],
    ['/admin/coupons/12', '/coupons/[[...screen]]'],
    ['/admin/message/12', '/message/[id]'],
    ['/admin/lavka', '/[shop]'],
    ['/admin/lavka/tags/7', '/[shop]/tags/[[...screen]]'],
    ['/admin/message', '/[shop]'],
    ['/admin/lavka/nothing', undefined],
    ['/admin/message/12/13', undefined],
  ])('%s is %s', (address, expected) => {
    expect(routeName(address, pages)).toBe(expected);
  });
});

describe('addresses in a report', () => {
  const secret = 'SecretSecretSecretSecretSecretSecretSecret1';
  const base = 'https://shop.test/admin';

  it('contains no secret, wherever an address occurs', () => {
    const report = {
      transaction: `/orders/guest/${secret}`,
      request: {
        url: `${base}/reset-password?email=a%40b.ru&token=${secret}`,
        query_string: `token=${secret}`,
        headers: { Referer: `${base}/login?from_url=%2Freset-password%3Ftoken%3D${secret}` },
      },
      breadcrumbs: [
        {
          category: 'navigation',
          data: { from: `/admin/login#token=${secret}`, to: `/admin/tags?search=${secret}` },
        },
        { category: 'fetch', data: { url: `/admin/rest/download_url/token/7-${secret}` } },
      ],
      exception: { values: [{ value: `GET ${base}/rest/email/verify/7/${secret} failed` }] },
      spans: [
        {
          description: `GET /admin/rest/orders/guest/${secret}?a=1`,
          data: { 'url.query': `?token=${secret}` },
        },
      ],
    };

    expect(JSON.stringify(withoutSecrets(report))).not.toContain(secret);
  });

  it.each([
    ['anna.p@shop.test is taken', '…@… is taken'],
    ['no answer for +7 (912) 345-67-89 or 89123456789', 'no answer for … or …'],
    ['invalid input syntax for type integer: "Анна"', 'invalid input syntax for type integer: "…"'],
    [`Unexpected token 'А', "Анна" is not valid JSON`, `Unexpected token 'А', "…" is not valid JSON`],
    ['relation "users" does not exist', 'relation "users" does not exist'],
    ['cac11c1d-2ce8-4621-908c-712345678901', 'cac11c1d-2ce8-4621-908c-712345678901'],
  ])('says of %s only what is not personal', (text, expected) => {
    expect(withoutSecrets({ value: text })).toEqual({ value: expected });
  });

  it('keeps place and message', () => {
    const frame = { filename: `${base}/_next/static/chunks/a-very-long-name-of-a-chunk.js`, lineno: 7 };
    const report = { message: 'boom', transaction: '/tags/[[...screen]]', frame, url: `${base}/tags?page=2` };

    expect(withoutSecrets(report)).toEqual({ ...report, url: `${base}/tags?page=…` });
  });
});
