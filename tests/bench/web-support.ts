import { existsSync, readdirSync } from 'node:fs';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { baseUrl } from '../e2e/support/servers.ts';

/** Shared by all measurements of `npm run bench:web`. */
export const base = baseUrl('plain');
export const rowSelector = 'tbody tr:not([aria-hidden])';

export async function signIn(email = 'admin@demo.ru'): Promise<string> {
  const answer = await fetch(`${base}rest/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Demo12345' }),
  });
  const { token, permissions, role } = (await answer.json()) as {
    token: string;
    permissions: string[];
    role: string;
  };
  return JSON.stringify({ token, permissions, role });
}

export async function freshContext(
  from: Browser,
  credentials: string | null,
  isPhone = false,
): Promise<BrowserContext> {
  const viewport = { width: 1366, height: 900 };
  const context = await from.newContext({
    locale: 'ru-RU',
    viewport,
    ...(isPhone && { hasTouch: true, isMobile: true }),
  });
  if (credentials) {
    const value = encodeURIComponent(credentials);
    await context.addCookies([{ name: 'AUTH_CRED', value, domain: 'localhost', path: '/admin' }]);
  }
  return context;
}

/** Chromium's emulation of a slow connection. */
export interface Line {
  bytesPerSecond: number;
  latency: number;
}

export const mobileLine: Line = { bytesPerSecond: (1.6 * 1024 * 1024) / 8, latency: 150 };
export const slowLine: Line = { bytesPerSecond: (400 * 1024) / 8, latency: 400 };

/** CPU ×4 slower, and the given connection. */
export async function throttle(session: CDPSession, line?: Line): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  if (!line) return;
  const { bytesPerSecond, latency } = line;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/**
 * Live updates keep a request open, so the network is never idle: everything that a page loads by itself has arrived by
 * then.
 */
export async function atRest(page: Page): Promise<void> {
  await page.waitForTimeout(3000);
}

export async function rows(page: Page): Promise<void> {
  await page.locator(rowSelector).first().waitFor();
}

export function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}

export function print(what: string, figure: string, budget: string): void {
  process.stdout.write(`${what.padEnd(44)} ${figure.padEnd(44)} (${budget})\n`);
}

/** Every page that starts with a list. */
export function families(): string[] {
  return readdirSync('src/pages').filter((name) => existsSync(`src/pages/${name}/[[...screen]].tsx`));
}
