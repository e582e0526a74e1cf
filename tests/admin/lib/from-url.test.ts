import { describe, expect, it } from 'vitest';
import { safeFromUrl } from '@/lib/session/from-url';

describe('where to go after signing in (specification §2)', () => {
  it.each([
    '/',
    '/tags',
    '/tags?page=2&search=name%3Aхлеб',
    '/tags/5/edit',
    '/pekarnya/faqs?orderBy=created_at',
    '/en/tags',
    '/магазин/faqs',
    '/tags?next=https://example.ru//x',
    '/tags?path=%2Fa%2Fb',
    '/tags#row',
    '/loginov-shop',
  ])('takes %s', (path) => {
    expect(safeFromUrl(path)).toBe(path);
  });

  it.each([
    'https://evil.example',
    'http:evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' /tags',
    '/%2f/evil.example',
    '/%2F%2Fevil.example',
    '/%5cevil.example',
    '/tags%00',
    '/%09/evil.example',
    '/..//evil.example',
    '/../other-app',
    '/tags/../../other-app',
    '/%2e%2e/other-app',
    '/%2E./other-app',
    '/./tags',
    '/tags//evil',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'tags',
    '',
    '/login',
    '/login?from_url=%2Flogin',
    '/en/login',
    '/LOGIN',
    '/logout',
    '/rest/me',
    '/_next/data/x.json',
    '/monitoring',
    `/${'a'.repeat(3000)}`,
  ])('refuses %j', (value) => {
    expect(safeFromUrl(value)).toBeUndefined();
  });

  it.each([undefined, null, 5, ['/tags', '//evil.example'], {}])('refuses %j', (value) => {
    expect(safeFromUrl(value)).toBeUndefined();
  });

  it('survives encoding and decoding', () => {
    const path = '/tags?page=2&search=name:хлеб;slug:a';
    const query = new URLSearchParams(`from_url=${encodeURIComponent(path)}`);

    expect(safeFromUrl(query.get('from_url'))).toBe(path);
  });
});
