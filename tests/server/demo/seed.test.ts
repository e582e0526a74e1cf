import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { offerLanguages } from '@tests/support/checkout';
import { type RawBuilder, sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ResourceName, resourceNames, resources } from '@/contract';
import type { AuthAnswer, Me } from '@/contract/accounts/auth';
import type { AnyResource } from '@/contract/core/define';
import { moneyAccounts } from '@/contract/ledger/accounts';
import { reservedSlugs } from '@/contract/pages';
import type { Settings } from '@/contract/settings';
import { generalSettingsSchema } from '@/contract/settings/schema';
import type { DB } from '@/server/core/db/types';
import { demoAccounts, seedDemo } from '@/server/demo/demo';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { recordMock } from '../../mock/recorder';
import { type TestApp, testApp } from '../../support/server';

/** The demo marketplace: its accounts, how rich it is, and that it obeys the product's own rules. */
let api: TestApp;

beforeAll(async () => {
  api = await testApp({ demo: true });
  await seedDemo({ db: api.db, now: api.now(), dataDir: api.dataDir });
});
afterAll(() => api.close());

/** A shop's staff are accounts. */
const tableOf = (name: ResourceName) => (name === 'staffs' ? 'users' : name.replaceAll('-', '_')) as keyof DB;

function rowsOf(name: ResourceName): Promise<object[]> {
  if (name !== 'staffs') return api.db.selectFrom(tableOf(name)).selectAll().execute();
  return api.db.selectFrom('users').selectAll().where('shop_id', 'is not', null).execute();
}

async function account(email: string): Promise<{ token: string; role: string; me: Me }> {
  const answer = await api.request<AuthAnswer>(null, 'POST', 'token', { email, password: 'Demo12345' });
  const headers = { authorization: `Bearer ${answer.body.token}` };
  const { body } = await api.request<Me>(null, 'GET', 'me', undefined, headers);
  return { token: String(answer.body.token), role: String(answer.body.role), me: body };
}

/** Before the tests that change the demo. */
describe('the recording of the mock API', () => {
  it('is what the API answers; else run `npm run mock:record`', async () => {
    const stored = readFileSync('src/mock/recording.json', 'utf8').split('\n');
    const answered = (await recordMock(api)).split('\n');
    const missing = (lines: string[], other: string[]) => lines.filter((line) => !other.includes(line));

    const changed = [...missing(stored, answered), ...missing(answered, stored)];
    expect(changed.map((line) => line.slice(0, 150))).toEqual([]);
  });
});

describe('the demo', () => {
  it('has the accounts that it prints', async () => {
    for (const line of demoAccounts) {
      const [email = '', role] = line.split(' — ');
      expect([email, (await account(email)).role]).toEqual([email, role]);
    }
  });

  it('gives the owners their shops and the staff member the first one', async () => {
    const [owner, owner2, staff, admin] = await Promise.all(
      ['owner', 'owner2', 'staff', 'admin'].map((name) => account(`${name}@demo.ru`)),
    );

    expect([owner?.me.shops.length, owner2?.me.shops.length]).toEqual([2, 1]);
    expect(staff?.me.managed_shop?.id).toBe(owner?.me.shops[0]?.id);
    expect([admin?.me.name, admin?.me.shops]).toEqual(['Анна Ковалёва', []]);
  });

  it('is rich', async () => {
    const counts = Object.fromEntries(
      await Promise.all(
        [...resourceNames.map(tableOf), 'shops' as const].map(async (table) => {
          const rows = await api.db.selectFrom(table).selectAll().execute();
          return [table, rows.length] as const;
        }),
      ),
    );

    const least = {
      tags: 40,
      boxes: 12,
      error_codes: 25,
      faqs: 30,
      store_notices: 20,
      shops: 6,
      reviews: 150,
      questions: 60,
    };
    for (const [table, number] of Object.entries(least))
      expect([table, counts[table] ?? 0]).toSatisfy(([, n]) => n >= number);
  });

  // The schema of orders is that of a move, of refunds that of a request: they have their own suites.
  const written = resourceNames.filter((name) => name !== 'orders' && name !== 'refunds');

  it.each(written)('contains only %s that the product itself would accept', async (name) => {
    const resource: AnyResource = resources[name];
    const schema = await resource.schema();
    const rows = await rowsOf(name);

    for (const row of rows) {
      const isElsewhere = name === 'store-notices';
      const input = { ...row, ...(isElsewhere && { received_by: [1] }) };
      await expect(schema.validate(input, { abortEarly: false })).resolves.toBeDefined();
      const { translations } = row as { translations?: Record<string, object> };
      for (const texts of Object.values(translations ?? {})) {
        await expect(schema.validate({ ...input, ...texts })).resolves.toBeDefined();
        expect(Object.keys(texts).every((key) => resource.translatable.includes(key))).toBe(true);
      }
    }
  });

  it('keeps its settings within the rules, in both languages', async () => {
    const { body } = await api.request<Settings>(null, 'GET', 'settings');
    await offerLanguages(api.db, 'en');
    const english = await api.request<Settings>(null, 'GET', 'settings?language=en');

    await expect(generalSettingsSchema.validate(body.options)).resolves.toBeDefined();
    expect(body.options).toMatchObject({
      siteTitle: 'Гостиный двор',
      currency: 'RUB',
      currencyOptions: { formation: 'ru-RU', fractions: 2 },
    });
    expect(english.body.options.siteTitle).toBe('Gostiny Dvor');
  });

  it('has readable pictures', async () => {
    // Papers of vendors are private, and most are PDF.
    const files = await api.db
      .selectFrom('attachments')
      .selectAll()
      .where('visibility', '=', 'public')
      .execute();

    expect(files.length).toBeGreaterThanOrEqual(9);
    for (const { path, thumbnail_path } of files) {
      const full = join(api.dataDir, 'uploads', path);
      const { format, width, height } = await sharp(full).metadata();
      expect([format, width === height || width === 3 * height]).toEqual(['png', true]);
      expect(existsSync(join(api.dataDir, 'uploads', thumbnail_path ?? ''))).toBe(true);
    }
    const { body } = await api.request<Settings>(null, 'GET', 'settings');
    const logo = await api.app.inject({ method: 'GET', url: String(body.options.logo?.original) });
    expect(logo.statusCode).toBe(200);
  });

  it('gives every product its own picture', async () => {
    const products = await api.db.selectFrom('products').select(['name', 'image']).execute();
    const drawn = products.map(({ image }) => {
      const { original } = image as unknown as { original: string };
      return createHash('sha256').update(
        readFileSync(join(api.dataDir, 'uploads', original.split('/uploads/')[1] ?? '')),
      );
    });

    expect(products.length).toBeGreaterThan(150);
    expect(new Set(drawn.map((hash) => hash.digest('hex'))).size).toBe(products.length);
  });

  it('spreads its dates over the past year, none in the future', async () => {
    const rows = await api.db.selectFrom('tags').select(['created_at', 'updated_at']).execute();
    const days = rows.map(({ created_at }) => (api.now().getTime() - created_at.getTime()) / 86_400_000);

    expect(Math.min(...days)).toBeGreaterThan(0);
    expect(Math.max(...days)).toBeLessThan(366);
    expect(Math.max(...days)).toBeGreaterThan(180);
    expect(
      rows.every(({ created_at, updated_at }) => updated_at >= created_at && updated_at <= api.now()),
    ).toBe(true);
  });

  it('gives shops slugs that no page uses', async () => {
    const shops = await api.db.selectFrom('shops').select('slug').execute();

    expect(shops.filter(({ slug }) => reservedSlugs.includes(slug))).toEqual([]);
  });

  it('shows every kind of notice to its receivers', async () => {
    const notices = async (email: string) => {
      const { token } = await account(email);
      const headers = { authorization: `Bearer ${token}` };
      return (await api.request(null, 'GET', 'store-notices?limit=100', undefined, headers)).body;
    };

    const [all, owner, staff] = [
      await notices('admin@demo.ru'),
      await notices('owner@demo.ru'),
      await notices('staff@demo.ru'),
    ];
    expect(new Set(all.data.map(({ type }) => type)).size).toBe(4);
    expect(new Set(all.data.map(({ priority }) => priority)).size).toBe(3);
    expect(owner.total).toBeGreaterThan(staff.total);
    expect(staff.total).toBeGreaterThan(0);
    expect(all.total).toBeGreaterThan(owner.total);
  });

  it('is seeded once', async () => {
    const count = async () => (await api.db.selectFrom('tags').select('id').execute()).length;
    const before = await count();
    await seedDemo({ db: api.db, now: api.now(), dataDir: api.dataDir });

    expect(await count()).toBe(before);
  });

  it('is the same every time', async () => {
    const other = await testApp();
    await seedDemo({ db: other.db, now: other.now(), dataDir: other.dataDir });
    const read = (app: TestApp) => app.db.selectFrom('tags').selectAll().orderBy('id').execute();

    expect(await read(other)).toEqual(await read(api));
    await other.close();
  });
});

/** The demo's data is consistent. */
describe('the demo is consistent', () => {
  const rows = async <Row>(query: RawBuilder<unknown>) => (await query.execute(api.db)).rows as Row[];

  it('has a clean ledger', async () => {
    expect(await reconcile({ db: api.db, now: api.now() })).toMatchObject({ is_sound: true, problems: [] });
  });

  it('has overdrawn no account of money on any day', async () => {
    const overdrawn = await rows(sql`select kind, provider, day, sum from (select a.kind, a.provider, d.day,
        sum(sum(d.outgo - d.income)) over (partition by a.id order by d.day) as sum
      from ledger_days d join ledger_accounts a on a.id = d.account_id
      where a.kind = any(${[...moneyAccounts]}::text[]) group by a.id, a.kind, a.provider, d.day) ran where sum < 0`);
    expect(overdrawn).toEqual([]);
  });

  it('has a part refund that went back at the acquirer: in books, receipt, registry and statement', async () => {
    const found = await rows<Record<string, unknown>>(sql`
      select i.refunded = r.amount and i.refunded < i.captured as part, p.amount = r.amount as booked,
        q.amount = r.amount and q.state = 'done' as receipt, l.amount = r.amount and l.is_posted as registry,
        b.match as statement
      from provider_refunds r join payment_attempts i on i.id = r.attempt_id
        left join lateral (select sum(n.amount) as amount from ledger_entries e join ledger_lines n on n.entry_id = e.id
          join ledger_accounts a on a.id = n.account_id and a.kind = 'provider_clearing' and a.provider = 'yookassa'
          where e.family = 'refunds' and e.row_id = r.refund_id) p on true
        left join receipts q on q.refund_id = r.refund_id
        left join provider_registry_lines l on l.kind = 'refund' and l.object_id = r.provider_refund_id
        left join provider_settlements s on s.provider = l.provider and s.day = l.day
        left join bank_lines b on b.id = s.bank_line_id
      where r.state = 'succeeded'`);
    const nights = await rows<{ ok: boolean }>(sql`select is_ok as ok from reconciliation_runs order by day`);

    expect(found).toEqual([
      { part: true, booked: true, receipt: true, registry: true, statement: 'settlement' },
    ]);
    expect(nights.map(({ ok }) => ok)).toEqual([true, true, true, true, true, false, true, true]);
  });

  it('has the entries of orders and of the till in the order of their time', async () => {
    const early = await rows(sql`select id, at from (select id, at, lag(at) over (order by id) as before
      from ledger_entries where family = 'orders') e where at < before`);
    expect(early).toEqual([]);
  });

  it('gives shops exactly what their sales earned', async () => {
    const wrong = await rows(sql`
      select s.id from shops s
      where (select coalesce(sum(balance), 0) from ledger_accounts where shop_id = s.id)
        <> (select coalesce(sum(credited_amount), 0) from orders where shop_id = s.id)
          - (select coalesce(sum(vendor_amount), 0) from refund_lines l
              join refunds r on r.id = l.refund_id and r.status = 'approved' where l.shop_id = s.id)`);
    const requests = await rows<{ status: string; amount: number }>(
      sql`select status, amount from withdraws`,
    );

    expect(wrong).toEqual([]);
    expect(new Set(requests.map(({ status }) => status)).size).toBe(5);
    expect(requests.filter(({ amount }) => amount <= 0)).toEqual([]);
  });

  it('has in flash sales only products of consenting shops, and none almost for free', async () => {
    const without = await rows(sql`
      select p.product_id from flash_sale_products p left join flash_sale_consents c
        on c.id = p.consent_id and c.flash_sale_id = p.flash_sale_id and c.product_id = p.product_id
      where c.id is null or c.given_at > ${api.now()}
        or c.shop_id <> (select shop_id from products where id = p.product_id)`);
    const cheap =
      await rows(sql`select p.name from flash_sale_products l join flash_sale f on f.id = l.flash_sale_id
      join products p on p.id = l.product_id where f.type = 'fixed_rate' and p.min_price < 3 * f.rate`);
    const [sales] = await rows<{ on: number; off: number }>(sql`
      select count(distinct s.id) filter (where s.sale_status)::int as on,
        count(p.*) filter (where not s.sale_status)::int as off
      from flash_sale s left join flash_sale_products p on p.flash_sale_id = s.id`);

    expect(without).toEqual([]);
    expect(cheap).toEqual([]);
    expect(sales).toEqual({ on: 5, off: 0 });
  });

  it('has orders of today and of yesterday in every status that people work with', async () => {
    const today = sql`(${api.now()}::timestamptz at time zone business_time_zone())::date`;
    const days = await rows<{ ago: number; statuses: string[] }>(sql`
      select ${today} - (created_at at time zone business_time_zone())::date as ago,
        array_agg(distinct order_status::text order by order_status) as statuses
      from orders where parent_id is null group by 1 order by 1 limit 4`);
    const earned = await rows<{ email: string }>(sql`
      select distinct u.email from orders o join shops s on s.id = o.shop_id join users u on u.id = s.owner_id
      where o.order_status = 'order-completed' and (o.created_at at time zone business_time_zone())::date = ${today}`);

    const everyDay = ['order-cancelled', 'order-completed', 'order-out-for-delivery', 'order-processing'];
    expect(days.map(({ ago }) => ago)).toEqual([0, 1, 2, 3]);
    for (const { statuses } of days) expect(statuses).toEqual(expect.arrayContaining(everyDay));
    for (const { statuses } of days.slice(0, 2))
      expect(statuses).toEqual(
        expect.arrayContaining(['order-pending', 'order-at-local-facility', 'order-failed']),
      );
    expect(earned.map(({ email }) => email)).toEqual(
      expect.arrayContaining(['owner@demo.ru', 'owner2@demo.ru']),
    );
  });

  it.each<[string, RawBuilder<unknown>]>([
    ['a shop', sql`select id from shops where not is_active and approved_at is null`],
    ['a vendor', sql`select id from users where permissions @> array['store_owner'] and not is_active`],
    ['products', sql`select id from product_reviews where decision is null`],
    ['a refund', sql`select id from refunds where status = 'pending'`],
    ['a withdrawal', sql`select id from withdraws where status = 'pending'`],
    ['a complaint', sql`select id from abusive_reports where status = 'open'`],
    ['a question', sql`select id from questions where answer is null and deleted_at is null`],
    ['a transfer of a shop', sql`select id from ownership_transfers where status = 'pending'`],
    ['a banner', sql`select id from review_banners where status = 'pending'`],
    ['an offer to a flash sale', sql`select id from flash_sale_requests where status = 'waiting'`],
  ])('has %s awaiting a decision', async (_what, waiting) => {
    expect((await rows(waiting)).length).toBeGreaterThan(0);
  });

  it('gives each owner with a demo account something in the moderation queue', async () => {
    const own = await rows<{ email: string; decisions: string[] }>(sql`
      select u.email, array_agg(distinct coalesce(r.decision, 'waiting')) as decisions from product_reviews r
        join shops s on s.id = r.shop_id join users u on u.id = s.owner_id
      where u.email in ('owner@demo.ru', 'owner2@demo.ru') group by 1 order by 1`);

    expect(own.map(({ email }) => email)).toEqual(['owner2@demo.ru', 'owner@demo.ru']);
    for (const { decisions } of own) expect(decisions).toContain('approved');
  });

  it('has closed till shifts and an open one, whose cash agrees with their sales', async () => {
    const shifts = await rows<{
      open: boolean;
      sales: number;
      short: number;
      cash: number;
      till: number;
    }>(sql`
      select s.closed_at is null as open, count(o.id)::int as sales,
        coalesce(s.expected_cash - s.counted_cash, 0)::float as short, s.expected_cash::float as till,
        (s.opening_cash + coalesce(sum(o.total) filter (where o.payment_gateway = 'CASH'), 0)
          + (select coalesce(sum(amount), 0) from till_moves where shift_id = s.id))::float as cash
      from till_shifts s left join orders o on o.till_shift_id = s.id and o.parent_id is not null
        and o.order_status = 'order-completed' and o.created_at between s.opened_at and coalesce(s.closed_at, ${api.now()})
      group by s.id order by s.id`);

    expect(shifts.map(({ open, sales, short }) => [open, sales, short])).toEqual([
      [false, 4, 50],
      [false, 3, 0],
      [true, 3, 0],
    ]);
    for (const { open, till, cash } of shifts) if (!open) expect(till).toBe(cash);
  });

  it('has customers who registered this month', async () => {
    const fresh = sql`select id from users where permissions = array['customer']
      and created_at > ${api.now()}::timestamptz - interval '30 days'`;

    expect((await rows(fresh)).length).toBeGreaterThan(2);
  });

  it('has a new shop with products and no sales', async () => {
    const young = await rows<{ goods: number; sold: number; reviews: number }>(sql`
      select (select count(*) from products p where p.shop_id = s.id and status = 'publish')::int as goods,
        (select count(*) from orders o where o.shop_id = s.id)::int as sold,
        (select count(*) from reviews r where r.shop_id = s.id)::int as reviews
      from shops s where s.is_active and s.approved_at > ${api.now()}::timestamptz - interval '14 days'`);

    expect(young).toEqual([{ goods: 5, sold: 0, reviews: 0 }]);
  });

  it('has no event before its precondition', async () => {
    expect(
      await rows(sql`
        select 'shop before its owner' as what, s.id from shops s join users u on u.id = s.owner_id
          where u.created_at > s.created_at and s.owner_id not in (select to_id from ownership_transfers where status = 'approved')
        union all select 'product before its shop', p.id from products p join shops s on s.id = p.shop_id
          where p.created_at < s.created_at
        union all select 'order before its shop', o.id from orders o join shops s on s.id = o.shop_id
          where o.created_at < s.created_at
        union all select 'withdrawal before its shop', w.id from withdraws w join shops s on s.id = w.shop_id
          where w.created_at < s.created_at`),
    ).toEqual([]);
  });
});
