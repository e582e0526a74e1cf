import { describe, expect, it } from 'vitest';
import { gate, isDocument, tokenInCookie } from '@/server/gate';

/** Which requests for pages are let through, sent to the login page or denied (design §6). */
describe('the gate', () => {
  const as =
    (...permissions: string[]) =>
    async () => ({ permissions });
  const nobody = async () => null;

  it.each([
    ['/admin/tags', '/admin/login?from_url=%2Ftags'],
    ['/admin/tags?page=2&search=a', '/admin/login?from_url=%2Ftags%3Fpage%3D2%26search%3Da'],
    ['/admin/en/boxes', '/admin/en/login?from_url=%2Fboxes'],
    ['/admin', '/admin/login'],
    ['/admin/pervaya/faqs', '/admin/login?from_url=%2Fpervaya%2Ffaqs'],
    ['/admin//tags', '/admin/login?from_url=%2F%2Ftags'],
    ['/admin/%74ags', '/admin/login?from_url=%2F%2574ags'],
  ])('sends nobody from %s to the login page', async (url, location) => {
    expect(await gate(url, nobody)).toEqual({ kind: 'sign-in', location });
  });

  it('lets everybody to public pages and leaves unknown ones to the 404 page', async () => {
    for (const url of [
      '/admin/login',
      '/admin/en/login?from_url=%2Ftags',
      '/admin/api',
      '/admin/tags/1/nonsense',
    ]) {
      expect([url, await gate(url, nobody)]).toEqual([url, { kind: 'pass' }]);
    }
  });

  it.each([
    ['/admin/reviews/create', '/admin/reviews'],
    ['/admin/reviews/7/edit', '/admin/reviews'],
    ['/admin/pervaya/reviews/7/translate?page=2', '/admin/pervaya/reviews'],
    ['/admin/en/questions/7', '/admin/en/questions'],
    ['/admin/pervaya/questions/7', '/admin/pervaya/questions'],
    ['/admin/abusive_reports/reject', '/admin/abusive_reports'],
  ])('leads from %s, which has a dialog instead of a page, to its list', async (url, location) => {
    expect(await gate(url, nobody)).toEqual({ kind: 'moved', location });
  });

  it('leads nowhere from what only looks like it', async () => {
    expect(await gate('/admin/reviews/7', as('super_admin'))).toEqual({ kind: 'pass' });
    expect(await gate('/admin/tags/questions/edit', as('super_admin'))).toEqual({ kind: 'pass' });
    expect(await gate('/admin//zlo.ru/reviews/create', nobody)).not.toMatchObject({ kind: 'moved' });
  });

  it('denies a page to a role that may not open it', async () => {
    expect(await gate('/admin/boxes', as('store_owner', 'customer'))).toMatchObject({ kind: 'denied' });
    expect(await gate('/admin/boxes', as('super_admin'))).toEqual({ kind: 'pass' });
    expect(await gate('/admin/pervaya/faqs', as('customer'))).toMatchObject({ kind: 'denied' });
    expect(await gate('/admin/pervaya/faqs', as('staff', 'staff:content'))).toEqual({ kind: 'pass' });
    // A part of the work that was not given is closed.
    expect(await gate('/admin/pervaya/faqs', as('staff', 'staff:orders'))).toMatchObject({ kind: 'denied' });
  });

  it.each([
    '/admin/constructor',
    '/admin/__proto__',
    '/admin/toString/edit',
    '/admin/pervaya/constructor',
    '/admin/%E0%A4%A',
  ])('survives %s', async (url) => {
    await expect(gate(url, nobody)).resolves.toBeDefined();
  });

  it.each([
    ['/admin/tags', '*/*', true],
    ['/admin/tags', undefined, true],
    ['/admin/tags?file=a.css', '*/*', true],
    ['/admin/pervaya/a.b', 'text/html,*/*', true],
    ['/admin/favicon.svg', 'image/*', false],
    ['/admin/locales/ru/common.json', '*/*', false],
    ['/admin/_next/static/chunks/main', 'text/html', false],
    ['/admin/_nextdoor', '*/*', true],
    ['/admin/_next/../tags', '*/*', true],
    ['/admin/_next/%2e%2e/tags', '*/*', true],
    ['/admin/_next/..\\tags', '*/*', true],
    ['/admin/%', '*/*', true],
  ])('guards %s asked for as %s: %s', (url, accept, isGuarded) => {
    expect(isDocument(url, accept)).toBe(isGuarded);
  });

  it('reads the token out of the credential cookie', () => {
    const cookie = `a=1; AUTH_CRED=${encodeURIComponent('{"token":"abc","permissions":[]}')}; b=2`;

    expect(tokenInCookie(cookie)).toBe('abc');
    for (const wrong of [
      undefined,
      '',
      'AUTH_CRED=',
      'AUTH_CRED=%',
      'AUTH_CRED=%7B',
      'AUTH_CRED=null',
      'XAUTH_CRED=%7B%22token%22%3A%22a%22%7D',
    ]) {
      expect([wrong, tokenInCookie(wrong)]).toEqual([wrong, null]);
    }
  });
});
