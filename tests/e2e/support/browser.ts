import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import i18next from 'i18next';
import { panelAccept } from '@/contract/core/panel-client';
import { domains } from '../../../src/contract/domains';
import { baseUrl, type ServerName } from './servers';

/** Demo accounts that browser tests sign in as. */
export const accounts = {
  admin: 'admin@demo.ru',
  finance: 'finance@demo.ru',
  catalogue: 'catalogue@demo.ru',
  support: 'support@demo.ru',
  content: 'content@demo.ru',
  auditor: 'auditor@demo.ru',
  owner: 'owner@demo.ru',
  owner2: 'owner2@demo.ru',
  staff: 'staff@demo.ru',
  customer: 'customer@demo.ru',
} as const;

export type Account = keyof typeof accounts;

export const demoPassword = 'Demo12345';

const namespaces = ['common', 'form', ...domains];

/** The product's own texts, so that a test finds what a person reads. */
const words = i18next.createInstance();
await words.init({
  lng: 'ru',
  ns: namespaces,
  defaultNS: 'common',
  resources: Object.fromEntries(['ru', 'en'].map((language) => [language, dictionaries(language)])),
});

export function word(key: string, options: Record<string, unknown> = {}): string {
  const text = words.t(key, options);
  if (!words.exists(key, options)) throw new Error(`No word for ${key}`);
  return text;
}

/** The first of several keys that has a text. */
export function firstWord(...keys: string[]): string {
  const found = keys.find((key) => words.exists(key));
  if (!found) throw new Error(`No word for any of ${keys.join(', ')}`);
  return words.t(found);
}

function dictionaries(language: string): Record<string, object> {
  return Object.fromEntries(
    namespaces.map((name) => [
      name,
      JSON.parse(readFileSync(`public/locales/${language}/${name}.json`, 'utf8')) as object,
    ]),
  );
}

export interface ApiSession {
  token: string;
  permissions: string[];
  role: string;
}

const sessions = new Map<string, Promise<ApiSession>>();

/**
 * Signs in over the API, once per worker: the login page has its own tests. A test that ends its session uses
 * `freshSession`.
 */
export function apiSession(account: Account, server: ServerName = 'plain'): Promise<ApiSession> {
  const key = `${server} ${account}`;
  const session = sessions.get(key) ?? freshSession(account, server);
  sessions.set(key, session);
  return session;
}

export function freshSession(account: Account, server: ServerName = 'plain'): Promise<ApiSession> {
  return sessionOf(accounts[account], demoPassword, server);
}

export async function sessionOf(
  email: string,
  password: string,
  server: ServerName = 'plain',
): Promise<ApiSession> {
  const answer = await fetch(`${baseUrl(server)}rest/token`, {
    method: 'POST',
    // As our panel asks, so that the session says whether a role limits the person.
    headers: { accept: panelAccept, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const body = (await answer.json()) as ApiSession;
  if (!body.token) throw new Error(`${email} could not sign in`);
  return { token: body.token, permissions: body.permissions, role: body.role };
}

export async function signIn(
  context: BrowserContext,
  account: Account,
  server: ServerName = 'plain',
): Promise<ApiSession> {
  const session = await apiSession(account, server);
  await keepSession(context, session);
  return session;
}

/** Puts a session into a browser as signing in does. */
export async function keepSession(context: BrowserContext, session: ApiSession): Promise<void> {
  await context.addCookies([
    {
      name: 'AUTH_CRED',
      value: encodeURIComponent(JSON.stringify(session)),
      domain: 'localhost',
      path: '/admin',
    },
  ]);
}

/** Calls the API as a signed-in person. */
export async function callApi<T>(
  session: ApiSession,
  method: string,
  path: string,
  body?: object,
  server: ServerName = 'plain',
): Promise<T> {
  const answer = await fetch(`${baseUrl(server)}rest/${path}`, {
    method,
    headers: {
      accept: panelAccept,
      authorization: `Bearer ${session.token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Collects what must never happen: console errors and warnings, exceptions, failed requests. */
export function watch(page: Page): { problems: string[]; allow: (pattern: RegExp) => void } {
  const problems: string[] = [];
  const allowed: RegExp[] = [];
  const add = (text: string) => {
    if (!allowed.some((pattern) => pattern.test(text))) problems.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      add(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => add(`exception: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) add(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // Leaving a page cancels its requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') add(`failed: ${request.url()}`);
  });
  return { problems, allow: (pattern) => void allowed.push(pattern) };
}

/** Time limit of a page on a busy machine. */
const patience = 30_000;

/**
 * Waits until a page shows its content: no skeleton, no full-screen loader. Checked inside the page on every frame:
 * polling from outside is up to a second late.
 */
export async function settled(page: Page): Promise<void> {
  await expect(async () => {
    // Fails, and is retried, when the page navigates meanwhile.
    expect(await page.evaluate(untilCalm, patience)).toBe('');
  }).toPass({ timeout: patience });
}

/** Opens a document and waits until the page's live stream is open: events from now on are delivered. */
export async function openLive(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => /\/rest\/live(\?|$)/.test(response.url()));
  await page.goto(`.${path}`);
  await stream;
  await settled(page);
}

/** Navigates as the panel's links do, without a new document. Loads the document when none is open yet. */
export async function goTo(page: Page, path: string): Promise<void> {
  if (page.url().includes('/admin/')) {
    await page.evaluate((to) => {
      const { router } = (
        window as unknown as { next: { router: { push: (path: string) => Promise<boolean> } } }
      ).next;
      return router.push(to);
    }, path);
  } else await page.goto(`.${path}`);
  await settled(page);
}

/** Runs in the page: returns what it was still waiting for at the timeout. */
function untilCalm(limit: number): Promise<string> {
  const waitsFor = () => {
    if (!document.querySelector('h1')?.checkVisibility()) return 'a heading';
    return document.querySelector('.animate-pulse, [aria-busy="true"]') ? 'what is loading' : '';
  };
  const end = performance.now() + limit;
  return new Promise((resolve) => {
    const look = () => {
      const missing = waitsFor();
      if (!missing || performance.now() > end) resolve(missing);
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Chooses «Удалить» in the menu of a row, which opens its dialog. */
export async function askToRemove(page: Page, title = ''): Promise<void> {
  await page.getByRole('button', { name: `${word('list.more')}: ${title}` }).click();
  await page.getByRole('button', { name: word('button-delete'), exact: true }).click();
}
