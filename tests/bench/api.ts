import { orderKinds } from './api-orders.ts';
import { startBenchApi } from './bench-api.ts';

/**
 * `npm run bench:api`: lists and searches over 100,000 products of 5,000 shops on a PostgreSQL server, one request
 * after another, each kind at least 100 times. Prints figures; never fails on a time. BENCH_ONLY selects some kinds.
 * `bench:peer` measures lists at 16 connections.
 */
const samples = Number(process.env.BENCH_SAMPLES ?? 120);
const warmUp = 10;
/** Kinds whose title matches; all by default. */
const only = new RegExp(process.env.BENCH_ONLY ?? '');

const { database, ask, get, signIn, stop } = await startBenchApi(3220);
try {
  await measureAll();
} finally {
  await stop();
}

/** Requests by title, with the limit of their 95th percentile in milliseconds. */
type Kind = [title: string, budget: number, address: (run: number) => string, token?: string];

async function measureAll(): Promise<void> {
  const admin = await signIn('admin@demo.ru');
  const owner = await signIn('owner@demo.ru');
  const shop = await one('select shop_id as value from products group by 1 order by count(*) desc limit 1');
  const kinds: Kind[] = [
    ['list', 25, () => 'products?limit=20', admin],
    ['list, page 100', 25, () => 'products?limit=20&page=100', admin],
    ['list, page 2500', 25, () => 'products?limit=20&page=2500', admin],
    ['list, page 5000', 25, () => 'products?limit=20&page=5000', admin],
    ['list of a guest', 25, () => 'products?limit=20'],
    ['list of an owner', 25, () => 'products?limit=20', owner],
    ['list of a shop', 25, () => `products?limit=20&shop_id=${String(shop)}`, admin],
    ...(await filters()).map(([title, query]): Kind => {
      return [title, 25, (run) => `products?limit=20&searchJoin=and&${query(run)}`, admin];
    }),
    ...sorts().map((sort): Kind => [`sort ${sort}`, 25, () => `products?limit=20&${sort}`, admin]),
    ...searches().map(([title, word]): Kind => {
      return [title, 60, (run) => `products?limit=20&search=name:${encodeURIComponent(word(run))}`, admin];
    }),
    ['search of a guest, a common word', 60, () => `products?search=name:${encodeURIComponent('чай')}`],
    ...everything().flatMap(([title, word]): Kind[] => [
      [`everything: ${title}`, 100, (run) => `search?q=${encodeURIComponent(word(run))}`, admin],
      [`everything of an owner: ${title}`, 100, (run) => `search?q=${encodeURIComponent(word(run))}`, owner],
    ]),
    ['activity', 25, () => 'activity?limit=30', admin],
    ['activity of a family', 25, () => 'activity?limit=30&family=products', admin],
    ['trash', 25, () => 'trash?limit=20', admin],
    ['drafts', 25, () => 'draft-products?limit=20', admin],
    ['stock', 25, () => 'products-stock?limit=20', admin],
    ['low stock', 25, () => 'low-stock-products', admin],
    ['best selling', 25, () => 'best-selling-products'],
    ['movements of everything', 25, () => 'stock-movements', admin],
    ...(await orderKinds(database, { admin, owner, staff: await signIn('staff@demo.ru') })),
    ['shops by number of products', 25, () => 'shops?limit=20&orderBy=products_count&sortedBy=desc', admin],
  ];
  for (const [title, budget, address, token] of kinds.filter(([title]) => only.test(title))) {
    // Faster than anybody types.
    await database.query('delete from rate_limits');
    report(title, budget, await timesOf((run) => get(address(run), token)));
  }
  if (only.test('2,000 variations')) await measureLarge(admin);
}

async function filters(): Promise<[string, (run: number) => string][]> {
  const slugs = async (table: string) => {
    const { rows } = await database.query<{ slug: string }>(
      `select slug from ${table} where deleted_at is null`,
    );
    return (run: number) => rows[run % rows.length]?.slug ?? '';
  };
  const [type, category, tag] = [await slugs('groups'), await slugs('categories'), await slugs('tags')];
  const [author, maker] = [await slugs('authors'), await slugs('manufacturers')];
  return [
    ['filter status', (run) => `search=status:${['publish', 'draft', 'under_review', 'unpublish'][run % 4]}`],
    ['filter of no row: status rejected', () => 'search=status:rejected'],
    ['filter product_type', (run) => `search=product_type:${run % 2 ? 'simple' : 'variable'}`],
    ['filter type', (run) => `search=type.slug:${type(run)}`],
    ['filter category', (run) => `search=categories.slug:${category(run)}`],
    ['filter category and below', (run) => `categories=${category(run)}`],
    ['filter tag', (run) => `search=tags.slug:${tag(run)}`],
    ['filter author', (run) => `search=author.slug:${author(run)}`],
    ['filter manufacturer', (run) => `search=manufacturer.slug:${maker(run)}`],
    ['filter variations.value', (run) => `search=variations.value:${['XS', 'S', 'Цвет 3'][run % 3]}`],
    ['filter sku', (run) => `search=sku:BIG-${1000 + run}`],
    ['filter stock low', () => 'stock=low'],
    ['filter stock out', () => 'stock=out'],
    ['filter stock enough', () => 'stock=enough'],
    ['filter price, narrow', (run) => `price_from=${1000 + run}&price_to=${1010 + run}`],
    ['filter price, wide', (run) => `price_from=${500 + run}&price_to=9000`],
    ['filter status, type, stock', (run) => `search=status:draft;type.slug:${type(run)}&stock=low`],
    ['filter status by price', () => 'search=status:draft&orderBy=price&sortedBy=desc'],
    ['filter category by name', (run) => `search=categories.slug:${category(run)}&orderBy=name`],
    ['filter stock low by quantity', () => 'stock=low&orderBy=quantity'],
  ];
}

/** Queries of the global search. */
function everything(): [string, (run: number) => string][] {
  const six = (run: number) => String(100_000 + ((run * 7919) % 900_000));
  return [
    ['a common word', () => 'чай'],
    ['a rare word', (run) => `BIG-${1000 + run}`],
    ['two words of a name', (run) => ['Анна Иванова', 'Сергей Кузнецов'][run % 2] ?? ''],
    ['the other layout', () => 'fyyf'],
    ['one letter', () => 'а'],
    ['two digits', (run) => String(10 + (run % 90))],
    ['three digits', (run) => String(100 + (run % 900))],
    ['six digits', six],
    ['the beginning of a number', () => '202611'],
    ['a phone', (run) => `+7 916 ${six(run).slice(0, 3)}-${six(run).slice(3, 5)}-11`],
    ['an e-mail address', (run) => `person${run}@`],
    ['nothing', (run) => `ъъъ${run}`],
  ];
}

function sorts(): string[] {
  const keys = [
    'name',
    'price',
    'quantity',
    'sold_quantity',
    'sku',
    'status',
    'created_at',
    'updated_at',
    'id',
  ];
  return keys.flatMap((key) => ['asc', 'desc'].map((direction) => `orderBy=${key}&sortedBy=${direction}`));
}

function searches(): [string, (run: number) => string][] {
  return [
    ['search, a common word', (run) => ['чай', 'керамика', 'варенье', 'книга'][run % 4] ?? ''],
    ['search, two words in the other order', (run) => ['резной самовар', 'тёплый платок'][run % 2] ?? ''],
    ['search, rare: a number', (run) => `BIG-${20_000 + run}`],
    ['search, SKU of a variation', (run) => `VAR-${20_000 + 5 * run}-XL`],
    ['search, barcode', (run) => `0${460_000_000_000 + 300 * run}`],
    ['search, two letters', (run) => ['ча', 'кн', 'ле', 'ша'][run % 4] ?? ''],
    ['search, one letter', (run) => ['ч', 'к', 'м', '7'][run % 4] ?? ''],
    ['search, the other layout', (run) => ['xfq', 'cfvjdfh', 'rybuf', 'gkfnjr'][run % 4] ?? ''],
    ['search, three digits', (run) => String(100 + run)],
    ['search, nothing fits', (run) => `небывалое${run}`],
    ['search, common words that never meet', () => 'чай книга'],
  ];
}

/** The product with the most variations: read it, and save one of its prices. */
async function measureLarge(token: string): Promise<void> {
  const { rows } = await database.query<{ id: number; count: number }>(
    'select product_id::int as id, count(*)::int as count from variation_options group by 1 order by 2 desc limit 1',
  );
  const [{ id, count } = { id: 0, count: 0 }] = rows;
  report(`product of ${count} variations`, 1000, await timesOf(() => get(`products/${id}`, token)));
  const { rows: options } = await database.query<{ id: number }>(
    'select id::int from variation_options where product_id = $1 order by position',
    [id],
  );
  const save = (run: number) => {
    const changed = { id: options[run % options.length]?.id, price: 500 + run };
    return ask('PATCH', `products/${id}`, token, { variation_options: { upsert: [changed] } });
  };
  report('one price of it saved', 200, await timesOf(save));
  const simple = await one(
    "select id as value from products where product_type = 'simple' order by id desc limit 1",
  );
  const price = (run: number) => ask('PATCH', `products/${String(simple)}`, token, { price: 500 + run });
  report('price of a simple product saved', 200, await timesOf(price));
}

async function timesOf(once: (run: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < warmUp + samples; run += 1) {
    const started = performance.now();
    await once(run);
    if (run >= warmUp) times.push(performance.now() - started);
  }
  return times.sort((first, second) => first - second);
}

function report(title: string, budget: number, times: number[]): void {
  const at = (part: number) => times[Math.min(times.length - 1, Math.ceil(times.length * part) - 1)] ?? 0;
  const [middle, high] = [at(0.5), at(0.95)].map((time) => time.toFixed(1).padStart(7));
  const verdict = at(0.95) > budget ? '  OVER' : '';
  process.stdout.write(`${title.padEnd(40)} p50 ${middle}  p95 ${high} ms  (≤ ${budget})${verdict}\n`);
}

async function one(query: string): Promise<unknown> {
  const { rows } = await database.query<{ value: unknown }>(query);
  return rows[0]?.value;
}
