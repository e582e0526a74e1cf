import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import { Provider } from 'jotai';
import { HttpResponse, http } from 'msw';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import { type ReactNode, useMemo, useState } from 'react';
import { onTestFinished, vi } from 'vitest';
import type { Tag } from '@/contract/catalogue/tags/schema';
import type { Page } from '@/contract/core/paging';
import { permissionsOfRole, type Role } from '@/contract/core/permissions';
import type { Box } from '@/contract/settings/boxes/schema';
import type { ClientError } from '@/lib/api/errors';
import { createQueryClient } from '@/lib/api/query-client';
import { storeCredentials } from '@/lib/session/session';
import { onToast, type Toast } from '@/lib/toast';
import { server } from '../server';

// Forms load their validation with the first submit; on a busy machine that takes longer than the usual second.
configure({ asyncUtilTimeout: 8000 });

export const api = (path: string) => `http://localhost/admin/rest/${path}`;

/** Visited addresses in order, without language and base path. */
export interface Visits {
  addresses: string[];
  locales: (string | false | undefined)[];
  back: () => void;
}

/** Renders a page of a family at an address, under a router that really navigates. */
export function renderScreen(page: ReactNode, address: string, { role = 'super_admin', locale = 'ru' } = {}) {
  signInAs(role as Role);
  const visits: Visits = { addresses: [address], locales: [], back: () => undefined };
  const showError = vi.fn<(error: ClientError) => void>();
  const client = createQueryClient(showError);
  const view = render(
    <Moving visits={visits} locale={locale}>
      <Provider>
        <QueryClientProvider client={client}>{page}</QueryClientProvider>
      </Provider>
    </Moving>,
  );
  return { ...view, visits, client, showError };
}

function Moving({ visits, locale, children }: { visits: Visits; locale: string; children: ReactNode }) {
  const [address, setAddress] = useState(visits.addresses[0] ?? '/');
  const router = useMemo(() => {
    const go = (target: unknown, _as?: unknown, options?: { locale?: string | false }) => {
      visits.addresses.push(String(target));
      visits.locales.push(options?.locale);
      setAddress(String(target));
      return Promise.resolve(true);
    };
    visits.back = () => {
      visits.addresses.pop();
      setAddress(visits.addresses.at(-1) ?? '/');
    };
    return { ...still(locale), ...readAddress(address), push: vi.fn(go), replace: vi.fn(go) };
  }, [address, visits, locale]);
  return <RouterContext.Provider value={router}>{children}</RouterContext.Provider>;
}

function still(locale: string): NextRouter {
  return {
    route: '',
    pathname: '',
    asPath: '',
    query: {},
    basePath: '/admin',
    locale,
    defaultLocale: 'ru',
    isReady: true,
    isFallback: false,
    isLocaleDomain: false,
    isPreview: false,
    push: vi.fn(),
    replace: vi.fn(),
    prefetch: vi.fn(async () => undefined),
    reload: vi.fn(),
    back: vi.fn(),
    forward: vi.fn(),
    beforePopState: vi.fn(),
    events: { on: vi.fn(), off: vi.fn(), emit: vi.fn() },
  };
}

function readAddress(address: string) {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const [, ...screen] = pathname.split('/').filter(Boolean);
  const query = { ...Object.fromEntries(searchParams), ...(screen.length > 0 && { screen }) };
  return { asPath: address, pathname, query };
}

function signInAs(role: Role): void {
  const permissions = [...permissionsOfRole[role]];
  storeCredentials({ token: 'token', permissions, role });
  const me = {
    id: 1,
    name: 'Анна',
    email: 'anna@demo.ru',
    shops: [],
    managed_shop: null,
    permissions: permissions.map((name) => ({ name })),
  };
  server.use(http.get(api('me'), () => HttpResponse.json(me)));
}

/** Makes the window as narrow as a phone, until the end of the test. */
export function phoneScreen(): void {
  screenOf(['(max-width: 37.5rem)', '(max-width: 84rem)']);
}

/** Makes the window as narrow as a small laptop's, until the end of the test. */
export function narrowScreen(): void {
  screenOf(['(max-width: 84rem)']);
}

function screenOf(matching: readonly string[]): void {
  const wide = window.matchMedia;
  window.matchMedia = (media) => Object.assign(wide(media), { matches: matching.includes(media) });
  onTestFinished(() => {
    window.matchMedia = wide;
  });
}

/** Collects toast texts from now on, until the end of the test. */
export function listenToToasts(): Toast[] {
  const heard: Toast[] = [];
  onTestFinished(onToast((toast) => heard.push(toast)));
  return heard;
}

export function buildTag(id: number, more: Partial<Tag> = {}): Tag {
  return {
    id,
    version: 1,
    name: `Метка ${id}`,
    slug: `metka-${id}`,
    details: null,
    icon: null,
    image: null,
    type_id: null,
    type: null,
    language: 'ru',
    translated_languages: ['ru'],
    created_at: '2026-01-02T10:00:00.000Z',
    updated_at: '2026-01-02T10:00:00.000Z',
    ...more,
  };
}

export function buildBox(id: number, more: Partial<Box> = {}): Box {
  return {
    id,
    version: 1,
    name: `Коробка ${id}`,
    length: 30,
    width: 20.5,
    height: 10,
    max_weight: 5,
    weight: 0.2,
    price: 90,
    is_active: true,
    created_at: '2026-01-02T10:00:00.000Z',
    updated_at: '2026-01-02T10:00:00.000Z',
    ...more,
  };
}

/** A page in the API's response format. */
export function pageOf<Row>(data: Row[], more: Partial<Page<Row>> = {}): Page<Row> {
  return {
    data,
    current_page: 1,
    per_page: 10,
    from: 1,
    to: data.length,
    last_page: 1,
    total: data.length,
    first_page_url: '',
    last_page_url: '',
    next_page_url: null,
    prev_page_url: null,
    ...more,
  };
}
