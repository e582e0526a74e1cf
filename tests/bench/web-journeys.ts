import type { Browser, CDPSession, Page } from 'playwright';
import {
  atRest,
  base,
  families,
  freshContext,
  kilobytes,
  print,
  rowSelector,
  rows,
  signIn,
  slowLine,
  throttle,
} from './web-support.ts';

/** Longer measurements of `npm run bench:web`: layout jumps, leaks, and a day on a slow line. */

/** Pages with rows outside the families. */
const others = ['activity', 'abusive_reports', 'ledger', 'notify-logs', 'products/draft', 'users/customer'];

/** Layout jumps (Layout Instability API) of lists and dashboards until they are idle, largest first. */
export async function jumps(browser: Browser): Promise<void> {
  const credentials = await signIn();
  for (const [width, height] of [
    [1366, 900],
    [390, 844],
  ] as const) {
    const found: [path: string, sum: number][] = [];
    for (const path of ['', ...families(), ...others])
      found.push([path || 'home', await jumpsAt(browser, { credentials, path, width, height })]);
    const largest = found.sort(([, one], [, other]) => other - one).slice(0, 5);
    const text = largest.map(([path, sum]) => `${path} ${sum.toFixed(3)}`).join(', ');
    print(`layout jumps at ${width} px, largest five`, text, '≤ 0.1');
  }
}

interface Visit {
  credentials: string;
  path: string;
  width: number;
  height: number;
}

async function jumpsAt(browser: Browser, { credentials, path, width, height }: Visit): Promise<number> {
  const context = await freshContext(browser, credentials, width < 500);
  const page = await context.newPage();
  await page.setViewportSize({ width, height });
  await page.addInitScript(() => {
    const jumped: number[] = [];
    Object.assign(window, { jumped });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) jumped.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(base + path);
  await atRest(page);
  const values = await page.evaluate(() => (window as unknown as { jumped: number[] }).jumped);
  await context.close();
  return values.reduce((sum, value) => sum + value, 0);
}

const menuPaths = ['/orders', '/products', '/refunds', '/message', '/'];

/**
 * Memory and listeners after 200 navigations by the menu, compared with those after the first 20, after garbage
 * collection.
 */
export async function leaks(browser: Browser): Promise<void> {
  const context = await freshContext(browser, await signIn());
  const page = await context.newPage();
  await page.goto(`${base}orders`);
  await rows(page);
  await atRest(page);
  const session = await context.newCDPSession(page);
  await visit(page, 20);
  const before = await memory(session);
  await visit(page, 200);
  const after = await memory(session);
  await context.close();
  print(
    '200 navigations: memory',
    `${kilobytes(before.bytes)} → ${kilobytes(after.bytes)} kB, listeners ${before.listeners} → ${after.listeners}, nodes ${before.nodes} → ${after.nodes}`,
    '+ ≤ 5 MB',
  );
}

async function visit(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const path = menuPaths[time % menuPaths.length];
    const address = path === '/' ? '/admin' : `/admin${path}`;
    await page.locator(`nav a[href="${address}"]`).first().click();
    await page.waitForURL((url) => url.pathname === address);
    await page.locator('main h1').first().waitFor();
    await page.waitForTimeout(100);
  }
  // All visits end on the same page.
  await page.locator('nav a[href="/admin/orders"]').first().click();
  await rows(page);
  await atRest(page);
}

async function memory(session: CDPSession) {
  await session.send('HeapProfiler.enable');
  for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize: bytes } = await session.send('Runtime.getHeapUsage');
  const { jsEventListeners: listeners, nodes } = await session.send('Memory.getDOMCounters');
  return { bytes, listeners, nodes };
}

/** An owner on 400 kbit/s, 400 ms, CPU ×4, with an empty cache: signs in, finds an order, moves it on. */
export async function slowOwner(browser: Browser): Promise<void> {
  const { shop, order } = await openOrder();
  const context = await freshContext(browser, null);
  const page = await context.newPage();
  await throttle(await context.newCDPSession(page), slowLine);
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  // A typical bookmark.
  await page.goto(`${base}${shop}/orders`, { waitUntil: 'commit' });
  await page.locator('input[type=email], input[name=email], #email').first().fill('owner@demo.ru');
  await page.locator('input[type=password]').fill('Demo12345');
  const form = seconds();
  await page.locator('form button[type=submit]').click();
  await page.locator(rowSelector).first().waitFor();
  const list = seconds();
  await page.locator('main input[type=search]').fill(order.number);
  const row = page.locator(rowSelector).filter({ hasText: order.number });
  await row.first().waitFor();
  const button = row.locator(`button[aria-label$=": ${order.number}"]`).first();
  await button.waitFor();
  const found = seconds();
  await button.click();
  await page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  print(
    'an owner on a slow line moves an order',
    `form ${form}, rows ${list}, found ${found}, moved ${seconds()} s`,
    '≤ 12 s',
  );
  await context.close();
}

/** An order that its shop can move on, and the shop's address. */
async function openOrder() {
  const { token } = JSON.parse(await signIn('owner@demo.ru'));
  const ask = async (path: string) => {
    const answer = await fetch(`${base}rest/${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  };
  for (const { id, slug } of (await ask('me')).shops) {
    const { data } = await ask(`orders?shop_id=${id}&search=order_status:order-processing&limit=1`);
    if (data[0]) return { shop: slug, order: { number: String(data[0].tracking_number) } };
  }
  throw new Error('No order waits to be moved');
}
