import { expect, type Page } from '@playwright/test';
import { demoPassword, settled, word } from '../e2e/support/browser';
import { startOptions } from './options';
import { startRows } from './rows';

/** Signs in on the login page, as a person does. */
export async function signInto(page: Page, email: string): Promise<void> {
  await page.goto('login', { waitUntil: 'load' });
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/login/);
  await settled(page);
}

/** Collects exceptions and console errors; a browser also reports each 404, which a plain server returns on purpose. */
export function listen(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    if (!/status of 404/.test(message.text())) problems.push(`console: ${message.text()}`);
  });
  // Names the refused request: the console has no address.
  page.on('response', (response) => {
    if (response.status() >= 400 && response.status() !== 404)
      problems.push(`${response.status()}: ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()}`);
  });
  return problems;
}

const rawKey =
  /(?:^|\s)((?:common|form|resources):[\w.-]+|(?:text|button|error|label|sidebar|input)-[a-z-]{3,}|[a-z_]+\.(?:fields|options|hints|title)\b[\w.]*)/;
const isBroken = /undefined|\bNaN\b|\[object Object\]|Invalid Date/;

/** Faults that a person would find on the page. */
export async function look(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => document.body.innerText);
  const found: string[] = [];
  if (text.includes(word('text-server-error'))) found.push('crashed');
  const raw = rawKey.exec(text)?.[1];
  if (raw) found.push(`raw key ${raw}`);
  const broken = isBroken.exec(text)?.[0];
  if (broken) found.push(`shows ${broken}`);
  const foreign = [...new Set(text.match(/[A-Za-z]{3,}/g))].filter((one) => !known.has(one.toLowerCase()));
  if (foreign.length > 0) found.push(`foreign words ${foreign.slice(0, 8).join(', ')}`);
  return found;
}

/**
 * Latin words allowed in Russian screens: the server's own rows, browser lists, and words that Russian writes in Latin.
 */
const known = new Set(
  [
    JSON.stringify([startRows, startOptions]),
    Intl.supportedValuesOf('timeZone').join(' '),
    Intl.supportedValuesOf('currency').join(' '),
    'SKU SEO CSV PDF XLSX SMS URL UTC HTML JPEG JPG PNG WebP ZIP SVG API SBP SECRET erid Ctrl Shift Enter Esc Alt Tab',
    'Open Graph https http www com example email Google Play RuStore iOS Android YouTube RuTube Telegram WhatsApp',
    'Instagram Facebook Twitter gostiny NOT VESNA BEAC velikoross groups',
  ].flatMap((text) => (text.match(/[A-Za-z]{3,}/g) ?? []).map((one) => one.toLowerCase())),
);
