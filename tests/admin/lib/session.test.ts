import Cookies from 'js-cookie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  dropCredentials,
  loseSession,
  onCredentials,
  readCredentials,
  replaceReload,
  storeCredentials,
  storeEmailVerified,
} from '@/lib/session/session';

const anna = { token: 'abc', permissions: ['store_owner', 'customer'], role: 'store_owner' };

afterEach(() => vi.restoreAllMocks());

describe('credential cookie (specification §3, §9)', () => {
  it('is AUTH_CRED and holds token, permissions and role as JSON', () => {
    storeCredentials(anna);

    expect(JSON.parse(Cookies.get('AUTH_CRED') ?? '')).toEqual(anna);
    expect(readCredentials()).toEqual(anna);
  });

  it('lasts 7 days, under /admin, SameSite=Lax', () => {
    const set = vi.spyOn(document, 'cookie', 'set');

    storeCredentials(anna);

    const written = set.mock.calls[0]?.[0] ?? '';
    const days = (Date.parse(/expires=([^;]+)/.exec(written)?.[1] ?? '') - Date.now()) / 86_400_000;
    expect(written).toContain('path=/admin');
    expect(written).toContain('sameSite=Lax');
    expect(written).not.toContain('secure');
    expect(days).toBeCloseTo(7, 2);
  });

  it('is gone after dropping, together with the e-mail flag', () => {
    storeCredentials(anna);
    storeEmailVerified(true);

    dropCredentials();

    expect(readCredentials()).toBeNull();
    expect(document.cookie).toBe('');
  });

  it('keeps the e-mail flag separately', () => {
    storeEmailVerified(false);

    expect(JSON.parse(Cookies.get('emailVerified') ?? '')).toEqual({ emailVerified: false });
  });

  it.each(['{broken', 'null', '"text"', '{}', '{"token":""}', '{"token":5}'])(
    'is empty when damaged: %s',
    (raw) => {
      Cookies.set('AUTH_CRED', raw, { path: '/admin' });

      expect(readCredentials()).toBeNull();
    },
  );

  it('is the same object while the cookie is the same, so that hooks do not run in circles', () => {
    storeCredentials(anna);

    expect(readCredentials()).toBe(readCredentials());
  });

  it('notifies subscribers', () => {
    const listener = vi.fn();
    const stop = onCredentials(listener);

    storeCredentials(anna);
    dropCredentials();
    stop();
    storeCredentials(anna);

    expect(listener).toHaveBeenCalledTimes(2);
  });
});

describe('losing the session', () => {
  it('drops the credentials before the page reloads', () => {
    storeCredentials(anna);
    replaceReload(() => expect(readCredentials()).toBeNull());

    loseSession('abc');

    expect.assertions(1);
  });
});
