import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/lib/api/query-client';
import { getMe, useMe, usePermissions } from '@/lib/session/me';
import { replaceReload, storeCredentials } from '@/lib/session/session';
import { server } from '../server';

const url = 'http://localhost/admin/rest/me';
const anna = { token: 'abc', permissions: ['store_owner'], role: 'store_owner' };

function render<Result>(hook: () => Result) {
  const client = createQueryClient(vi.fn());
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper });
}

describe('fetching the current person (specification §6)', () => {
  it.each([
    [403, 'Unauthorized'],
    [401, 'Unexpected status code'],
    [404, 'Unexpected status code'],
    [500, 'Unexpected status code'],
  ])('%s gives «%s»', async (status, message) => {
    replaceReload(() => undefined);
    server.use(http.get(url, () => HttpResponse.json({}, { status })));

    await expect(getMe()).rejects.toMatchObject({ message, status });
  });

  it('no response gives «Network error»', async () => {
    server.use(http.get(url, () => HttpResponse.error()));

    await expect(getMe()).rejects.toMatchObject({ message: 'Network error', status: undefined });
  });

  it('an unverified e-mail stays readable as a code', async () => {
    server.use(http.get(url, () => HttpResponse.json({ message: 'EMAIL_NOT_VERIFIED' }, { status: 409 })));

    await expect(getMe()).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED', status: 409 });
  });
});

describe('useMe', () => {
  it('sends no request without a session', () => {
    const { result } = render(useMe);

    expect(result.current.fetchStatus).toBe('idle');
  });

  it('sends one request, also when it fails', async () => {
    storeCredentials(anna);
    const asked = vi.fn();
    server.use(
      http.get(url, () => {
        asked();
        return HttpResponse.json({}, { status: 500 });
      }),
    );

    const { result } = render(useMe);
    await waitFor(() => expect(result.current.isError).toBe(true));

    expect(asked).toHaveBeenCalledTimes(1);
  });
});

describe('usePermissions', () => {
  it('comes from the cookie until `me` has loaded, then from `me`', async () => {
    storeCredentials(anna);
    server.use(http.get(url, () => HttpResponse.json({ id: 1, permissions: [{ id: 1, name: 'staff' }] })));

    const { result } = render(usePermissions);

    expect(result.current).toEqual(['store_owner']);
    await waitFor(() => expect(result.current).toEqual(['staff']));
  });

  it('is empty without credentials', () => {
    expect(render(usePermissions).result.current).toEqual([]);
  });
});
