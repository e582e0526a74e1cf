import { mkdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiSession, callApi } from '@tests/e2e/support/browser';
import { baseUrl, fakesPort, firstPort } from '@tests/e2e/support/servers';
import { expect, type Page } from '@tests/e2e/support/test';
import { orderOf } from '@tests/support/order-body';
import type { Product } from '@/contract/catalogue/products/schema';
import type { OrderDetails } from '@/contract/orders/wire';

/** The server whose orders are paid at stand-ins of the acquirers, and what is said to those (docs/payments.md). */
export const server = 'languages';
export const base = baseUrl(server);

/** Asks the API as an administrator. */
export async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  return callApi<T>(await apiSession('admin', server), method, path, body, server);
}

export const ports = { yookassa: fakesPort, bank: fakesPort + 3 };

export async function command<T>(service: keyof typeof ports, body: object): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${ports[service]}/__ctl`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${service} does not know ${JSON.stringify(body)}`);
  return (await answer.json()) as T;
}

const turn = join(tmpdir(), `gostiny-e2e-${firstPort}-acquirer`);
/** A test that died has left its turn behind. */
const longestTurnMs = 120_000;

/** One test at a time: what one says to the acquirer would meet the payments of another. `leave` ends the turn. */
async function takeTurn(): Promise<void> {
  for (;;) {
    try {
      return mkdirSync(turn);
    } catch {
      const taken = statSync(turn, { throwIfNoEntry: false });
      if (taken && Date.now() - taken.mtimeMs > longestTurnMs) leave();
      await pause(200);
    }
  }
}

export function leave(): void {
  rmSync(turn, { recursive: true, force: true });
}

/** The stand-in sends its webhooks here, as usual, and belongs to this test until `leave`. */
export async function beUsual(): Promise<void> {
  await takeTurn();
  await command('yookassa', { do: 'cabinet', webhookUrl: `${base}rest/webhooks/yookassa` });
  await command('yookassa', { do: 'calm' });
  await command('yookassa', { do: 'webhooks' });
}

/** Today in Moscow, where acquirers count their days; `after` days later. */
export const moscowDay = (after = 0) =>
  new Date(Date.now() + (3 + 24 * after) * 3600_000).toISOString().slice(0, 10);

/** A file that the acquirer or the bank sends. */
export async function fileOf(what: 'registry' | 'statement', more: object) {
  const { base64 } = await command<{ base64: string }>('bank', { do: what, ...more });
  const name = what === 'registry' ? 'registry.csv' : 'kl_to_1c.txt';
  return { name, mimeType: 'text/plain', buffer: Buffer.from(base64, 'base64') };
}

const costOf = ({ sale_price, price }: Product) => Number(sale_price ?? price);

/** Two pieces of the cheapest that costs so much, to be paid over СБП. */
export async function placeOrder(least = 500, more: object = {}): Promise<OrderDetails> {
  const customer = await apiSession('customer', server);
  const order = least > 500 ? 'desc' : 'asc';
  const path = `products?limit=60&search=status:publish&orderBy=price&sortedBy=${order}`;
  const { data } = await callApi<{ data: Product[] }>(customer, 'GET', path, undefined, server);
  const [product] = data
    .filter((one) => one.product_type === 'simple' && !one.is_digital && one.quantity > 9)
    .filter((one) => costOf(one) >= least)
    .sort((one, other) => costOf(one) - costOf(other));
  if (!product) throw new Error('The demo sells nothing simple');
  const lines = [{ product_id: product.id, order_quantity: 2 }];
  return callApi(customer, 'POST', 'orders', orderOf(lines, { payment_gateway: 'SBP', ...more }), server);
}

/** Opens the page of a payment link, whose button leads to the acquirer; gives the id that the acquirer has. */
export async function openPayment(page: Page, url: string, button: string): Promise<string> {
  await page.goto(url);
  const link = page.getByRole('link', { name: button });
  await expect(link).toBeVisible();
  return String((await link.getAttribute('href'))?.split('/').at(-1));
}
