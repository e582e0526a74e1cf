import { QueryClientProvider } from '@tanstack/react-query';
import { configure, type RenderResult, render } from '@testing-library/react';
import { Provider } from 'jotai';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { Me } from '@/contract/accounts/auth';
import { type Capability, capabilities } from '@/contract/capabilities';
import { permissionsOfRole, type Role } from '@/contract/core/permissions';
import { createQueryClient } from '@/lib/api/query-client';
import { storeCredentials } from '@/lib/session/session';

// The first dialog loads a library; on a busy machine that takes longer than the usual second.
configure({ asyncUtilTimeout: 8000 });

/** A router that does not navigate and records its calls. */
export function fakeRouter(asPath: string, pathname = asPath, query: Record<string, string> = {}) {
  const router = {
    route: pathname,
    pathname,
    asPath,
    query,
    basePath: '/admin',
    locale: 'ru',
    locales: ['ru'],
    defaultLocale: 'ru',
    isReady: true,
    isFallback: false,
    isLocaleDomain: false,
    isPreview: false,
    push: vi.fn(async () => true),
    replace: vi.fn(async () => true),
    prefetch: vi.fn(async () => undefined),
    reload: vi.fn(),
    back: vi.fn(),
    forward: vi.fn(),
    beforePopState: vi.fn(),
    events: { on: vi.fn(), off: vi.fn(), emit: vi.fn() },
  };
  return router satisfies NextRouter;
}

export function renderApp(
  content: ReactNode,
  router = fakeRouter('/'),
  client = createQueryClient(vi.fn()),
): RenderResult {
  return render(
    <RouterContext.Provider value={router}>
      <Provider>
        <QueryClientProvider client={client}>{content}</QueryClientProvider>
      </Provider>
    </RouterContext.Provider>,
  );
}

/** All capabilities of our server. */
export const ours: ReadonlySet<Capability> = new Set(capabilities);

export function signInAs(role: Role): void {
  storeCredentials({ token: `token-of-${role}`, permissions: [...permissionsOfRole[role]], role });
}

/** A person in the format of `me`. */
export function buildMe(role: Role, more: Partial<Me> = {}): Me {
  return {
    id: 7,
    name: 'Анна Ковалёва',
    email: 'anna@demo.ru',
    email_verified: true,
    is_active: true,
    permissions: permissionsOfRole[role].map((name, index) => ({ id: index, name, guard_name: 'api' })),
    profile: null,
    wallet: null,
    two_factor: false,
    email_verified_at: null,
    shops: [],
    managed_shop: null,
    shop_id: null,
    ...more,
  };
}

export function buildShop(slug: string, id = 1) {
  return { id, name: `Лавка ${slug}`, slug, logo: null, is_active: true };
}
