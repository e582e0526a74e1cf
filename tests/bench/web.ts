import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { gzipSize, listLimit, loginLimit } from '../e2e/support/script-weight.ts';
import { serverEnv } from '../e2e/support/servers.ts';
import { chromiumFlags, findChromium } from '../support/chromium.ts';
import { nodeFlags } from '../support/node-flags.ts';
import { jumps, leaks, slowOwner } from './web-journeys.ts';
import {
  atRest,
  base,
  families,
  freshContext,
  kilobytes,
  mobileLine,
  print,
  rowSelector,
  rows,
  signIn,
  throttle,
} from './web-support.ts';

/**
 * `npm run bench:web`: loading costs of the built product for a visitor. Prints figures; never fails on a time.
 * Throttled rows: CPU ×4 slower, 1.6 Mbit/s, 150 ms round trip, empty cache. `BENCH_ONLY` selects one kind: `pages`,
 * `jumps`, `leaks`, `slow` or `keys`.
 */
const runs = 5;
const env = { ...process.env, ...serverEnv('plain'), GOSTINY_E2E_KEEP: '1' };

interface Place {
  what: string;
  email: string;
  path: (token: string) => Promise<string>;
  field: string;
  /** Button that opens the field. */
  before?: (page: Page) => Promise<void>;
}

/** Field for the key presses. */
const owner = 'owner@demo.ru';
const places: Place[] = [
  { what: '1 of 2,000 variations', email: owner, path: largeProduct, field: '[data-cell$=":price"]' },
  ...['name', 'description', 'price', 'sku'].map((name) => ({
    what: `a product: ${name}`,
    email: owner,
    path: simpleProduct,
    field: `#field-${name}`,
  })),
  {
    what: 'a cell of the list of products',
    email: owner,
    path: ownProducts,
    field: '[data-edit=open]',
    before: (page) => page.locator('[data-edit=cell]').first().click(),
  },
  {
    what: "the cashier's search",
    email: 'admin@demo.ru',
    path: async () => 'orders/create',
    field: 'main search input',
  },
];

const built = spawnSync('node', ['dist/build-web.js'], { stdio: 'inherit', env });
if (built.status !== 0) process.exit(1);
const server = await startServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
try {
  const kinds = {
    pages,
    jumps: () => jumps(browser),
    leaks: () => leaks(browser),
    slow: () => slowOwner(browser),
    keys,
  };
  const only = process.env.BENCH_ONLY;
  for (const [name, measure] of Object.entries(kinds)) if (!only || only === name) await measure();
} finally {
  await browser.close();
  server.kill('SIGTERM');
}

async function keys(): Promise<void> {
  for (const place of places) {
    const key = await keystroke(browser, place);
    print(
      `a key typed into ${place.what}, CPU ×4`,
      `p50 ${key.middle}, p95 ${key.most}, first ${key.first} ms; free again p95 ${key.free} ms`,
      '≤ 50',
    );
  }
}

async function pages(): Promise<void> {
  const credentials = await signIn();
  const login = await weigh(browser, 'login', null);
  print(
    'login: script, gzip',
    `${kilobytes(login.script)} kB, at rest ${kilobytes(login.atRest)} kB`,
    `≤ ${kilobytes(loginLimit)}`,
  );
  for (const path of families()) {
    const { script, requests, atRest, thread } = await weigh(browser, path, credentials);
    const figures = `${kilobytes(script)} kB, ${requests} requests, ${thread.toFixed(0)} ms of the thread, at rest ${kilobytes(atRest)} kB`;
    print(`${path}: script with rows, gzip`, figures, `≤ ${kilobytes(listLimit)}, ≤ 30`);
  }
  print(
    'tags: rows visible, throttled',
    `${await median(() => rowsVisible(browser, credentials))} ms`,
    '≤ 2200',
  );
  const visits: Awaited<ReturnType<typeof navigate>>[] = [];
  for (let run = 0; run < runs; run += 1) visits.push(await navigate(browser, credentials));
  const time = middle(visits.map((visit) => visit.time));
  const apiCalls = Math.max(...visits.map((visit) => visit.apiCalls));
  const dataCalls = Math.max(...visits.map((visit) => visit.dataCalls));
  print(
    'tags → boxes inside the app, CPU ×4',
    `${time} ms, ${apiCalls} API, ${dataCalls} page data`,
    '≤ 300, 1, 0',
  );
}

async function startServer(): Promise<ChildProcess> {
  const started = Date.now();
  const child = spawn('node', [...nodeFlags, 'dist/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  for (;;) {
    const answer = await fetch(`${base}rest/health`).catch(() => undefined);
    if (answer?.ok) break;
    if (Date.now() - started > 60_000) throw new Error('The server did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return child;
}

/**
 * Bytes of script, compressed file by file, and number of requests that a page had started when its rows (or its form)
 * appeared; and the script of the idle page, including what it loads later. `thread` is the processor time of the page's
 * main thread until the rows were found, in milliseconds: unlike the clock it can be compared on a busy machine.
 */
async function weigh(from: Browser, path: string, credentials: string | null) {
  const context = await freshContext(from, credentials);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const sizes = new Map<string, number>();
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' || !response.ok()) return;
    reading.push(response.body().then((body) => void sizes.set(response.url(), gzipSize(body))));
  });
  const goal = credentials ? rowSelector : 'input[type=password]';
  await page.addInitScript((selector) => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector(selector)) return;
      performance.mark('shown');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, goal);
  await page.goto(`${base}${path}`);
  await page.locator(goal).first().waitFor();
  const { metrics } = await session.send('Performance.getMetrics');
  const thread = 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  await atRest(page);
  await Promise.all(reading);
  const started = await page.evaluate(() => {
    const shown = performance.getEntriesByName('shown')[0]?.startTime ?? 0;
    return performance
      .getEntriesByType('resource')
      .filter((one) => one.startTime < shown)
      .map((one) => one.name);
  });
  await context.close();
  const total = (urls: Iterable<string>) => [...urls].reduce((sum, url) => sum + (sizes.get(url) ?? 0), 0);
  return {
    script: total(new Set(started)),
    requests: started.length + 1,
    atRest: total(sizes.keys()),
    thread,
  };
}

/** From the start of the navigation to the end of the frame that shows the rows, by the page's own clock. */
async function rowsVisible(from: Browser, credentials: string): Promise<number> {
  const context = await freshContext(from, credentials);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.addInitScript(watchFor, { selector: rowSelector, begin: '' });
  await throttle(session, mobileLine);
  const told = await listen(session);
  await page.goto(`${base}tags`, { waitUntil: 'commit' });
  const { drawn } = await told.times;
  await context.close();
  return Math.round(drawn);
}

/**
 * Reports the end of the frame in which an element first appears, and of the click before it if a measurement starts
 * with one.
 */
function watchFor({ selector, begin }: { selector: string; begin: string }): void {
  let clicked = 0;
  const tell = () =>
    Reflect.get(window, 'notifyBench')(JSON.stringify({ clicked, drawn: performance.now() }));
  const look = (_changes: unknown, observer: MutationObserver) => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(tell));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  const handleBegin = ({ timeStamp }: Event) => {
    clicked = timeStamp;
  };
  if (begin) document.addEventListener(begin, handleBegin, true);
}

interface Times {
  clicked: number;
  drawn: number;
}

/**
 * Result of `watchFor`, by the page's own clock. Not polled: polling would inject the tool's script into the page while
 * it loads, a quarter of a second at CPU ×4.
 */
async function listen(session: CDPSession): Promise<{ times: Promise<Times> }> {
  const times = new Promise<Times>((resolve) => {
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === 'notifyBench') resolve(JSON.parse(payload));
    });
  });
  await session.send('Runtime.addBinding', { name: 'notifyBench' });
  await session.send('Runtime.enable');
  return { times };
}

/**
 * From the click on a menu entry to the end of the frame that shows the other list's rows. The network is not
 * throttled.
 */
async function navigate(from: Browser, credentials: string) {
  const context = await freshContext(from, credentials);
  const page = await context.newPage();
  await page.goto(`${base}tags`);
  await rows(page);
  await atRest(page);
  const session = await context.newCDPSession(page);
  await throttle(session);
  const told = await listen(session);
  let apiCalls = 0;
  let dataCalls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/admin/rest/')) apiCalls += 1;
    if (request.url().includes('/_next/data/')) dataCalls += 1;
  });
  const link = page.locator('nav a[href="/admin/boxes"]').first();
  await link.hover();
  await page.waitForTimeout(500);
  // The previous list's rows stay until the new ones arrive: wait for the other table.
  const selector = `table[aria-label="Коробки"] ${rowSelector}`;
  await page.evaluate(watchFor, { selector, begin: 'click' });
  await link.click();
  const { clicked, drawn } = await told.times;
  await atRest(page);
  await context.close();
  return { time: Math.round(drawn - clicked), apiCalls, dataCalls };
}

/**
 * Typing into a field, 60 keys: from the press to the frame that shows it, as the browser reports it (Event Timing, in
 * steps of 8 ms): median, 95th percentile and the first key; and until the page is idle again, including the browser's
 * own work.
 */
async function keystroke(from: Browser, { email, path, field, before }: Place) {
  const credentials = await signIn(email);
  const context = await freshContext(from, credentials);
  const page = await context.newPage();
  await page.goto(base + (await path(JSON.parse(credentials).token)));
  await before?.(page);
  const cell = page.locator(field).first();
  await cell.waitFor();
  await atRest(page);
  await throttle(await context.newCDPSession(page));
  await cell.click();
  await page.evaluate(() => {
    const free: number[] = [];
    const drawn: number[] = [];
    Object.assign(window, { keyTimes: { free, drawn } });
    document.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => setTimeout(() => free.push(performance.now() - timeStamp))),
      true,
    );
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') drawn.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  for (let key = 0; key < 60; key += 1) {
    await page.keyboard.press(key % 6 === 5 ? 'Backspace' : String(1 + (key % 9)));
    await page.waitForTimeout(100);
  }
  await page.waitForTimeout(500);
  const { free, drawn } = await page.evaluate(
    () => (window as unknown as { keyTimes: { free: number[]; drawn: number[] } }).keyTimes,
  );
  await context.close();
  const [first = 16] = drawn;
  // Events shorter than 16 ms are not reported.
  while (drawn.length < free.length) drawn.push(16);
  return { first, middle: share(drawn, 0.5), most: share(drawn, 0.95), free: share(free, 0.95) };
}

function share(times: number[], part: number): number {
  const sorted = times.sort((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
}

function asker(token: string) {
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${base}rest/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok)
      throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
    return answer.json();
  };
}

/** Products list of the demo owner's first shop. */
async function ownProducts(token: string): Promise<string> {
  const [shop] = (await asker(token)('GET', 'me')).shops;
  return `${shop.slug}/products`;
}

/** The form of a product without variations. */
async function simpleProduct(token: string): Promise<string> {
  const ask = asker(token);
  const [shop] = (await ask('GET', 'me')).shops;
  const { data } = await ask('GET', `products?shop_id=${shop.id}&search=product_type:simple&limit=1`);
  return `${shop.slug}/products/${data[0].id}/edit`;
}

/** Form of a product of 20 × 10 × 10 variations in the same shop, created once. */
async function largeProduct(token: string): Promise<string> {
  const ask = asker(token);
  const [shop] = (await ask('GET', 'me')).shops;
  const sku = 'BENCH-LARGE';
  const { data } = await ask('GET', `products?shop_id=${shop.id}&search=sku:${sku}-1`);
  if (data.length > 0) return `${shop.slug}/products/${data[0].id}/edit`;
  const values: { id: number; value: string }[][] = [];
  for (const [place, count] of [20, 10, 10].entries()) {
    const row = await ask('POST', 'attributes', {
      name: `Свойство ${place + 1}`,
      shop_id: shop.id,
      values: Array.from({ length: count }, (_value, at) => ({ value: `${place + 1} ${at + 1}`, meta: '-' })),
    });
    values.push((await ask('GET', `attributes/${row.slug}`)).values);
  }
  const combinations = values.reduce<number[][]>(
    (made, of) => made.flatMap((before) => of.map(({ id }) => [...before, id])),
    [[]],
  );
  const group = (await ask('GET', 'types?limit=1')).data[0];
  const { id } = await ask('POST', 'products', {
    name: 'Товар с двумя тысячами вариантов',
    shop_id: shop.id,
    type_id: group.id,
    product_type: 'variable',
    unit: 'шт.',
    status: 'draft',
    variations: values.flat().map(({ id: value }) => ({ attribute_value_id: value })),
    variation_options: {
      upsert: combinations.map((ids, at) => ({
        value_ids: ids,
        price: 100 + at,
        quantity: 5,
        sku: `${sku}-${at + 1}`,
      })),
    },
  });
  return `${shop.slug}/products/${id}/edit`;
}

async function median(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await measure());
  return middle(times);
}

function middle(times: number[]): number {
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}
