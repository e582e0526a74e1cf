import { sql } from 'kysely';
import type { Language } from '@/contract/core/languages';
import type { OrderDetails, VerifiedCheckout } from '@/contract/orders/wire';
import { defaultSettings, type SettingsOptions } from '@/contract/settings';
import type { Ctx, Database } from '@/server/core/context';
import { forgetLanguages } from '@/server/core/settings';
import { postEntry } from '@/server/modules/ledger/ledger';
import type { TestApp, Wire } from './server';

type Person = { id: number } | null;
export type Placed = Wire & OrderDetails & { guest_token?: string; current: Wire & VerifiedCheckout };

export const place = (api: TestApp, user: Person, body: object, key?: string) =>
  api.request<Placed>(user, 'POST', 'orders', body, key === undefined ? {} : { 'idempotency-key': key });

export const verify = (api: TestApp, user: Person, body: object) =>
  api.request<Wire & VerifiedCheckout>(user, 'POST', 'orders/checkout/verify', body);

/** Writes settings directly into the database. */
export async function setSettings(api: TestApp, options: Partial<SettingsOptions>): Promise<void> {
  const { server_info: _measured, ...rest } = defaultSettings;
  await api.db.deleteFrom('settings').execute();
  await api.db
    .insertInto('settings')
    .values({ options: JSON.stringify({ ...rest, ...options }) })
    .execute();
}

/** The marketplace offers these languages besides Russian. */
export async function offerLanguages(db: Database, ...languages: Language[]): Promise<void> {
  const options = JSON.stringify({ languages: ['ru', ...languages] });
  await sql`insert into settings (options) values (${options}::jsonb)
    on conflict (only_one) do update set options = settings.options || excluded.options`.execute(db);
  forgetLanguages();
}

/** Credits points to a user. */
export async function addPoints(
  api: Pick<TestApp, 'db' | 'now'>,
  user: { id: number },
  points: number,
): Promise<void> {
  await api.db.transaction().execute((db) =>
    postEntry(ctxOf(api, db), {
      kind: 'points',
      lines: [
        { account: { kind: 'wallet', userId: user.id }, amount: points * 100 },
        { account: { kind: 'points' }, amount: -points * 100 },
      ],
    }),
  );
}

export const ctxOf = (api: Pick<TestApp, 'db' | 'now'>, db: Ctx['db'] = api.db): Ctx => ({
  db,
  now: api.now(),
  user: null,
  locale: 'ru',
  ip: '127.0.0.1',
  requestId: 'test',
  publicUrl: 'https://shop.test',
});

/** Counts whole orders and the rows of every table that placement writes. */
export async function countsOf(api: Pick<TestApp, 'db'>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [
    ...(['orders', 'order_lines', 'order_events', 'outbox', 'coupon_usages', 'stock_movements'] as const),
    ...(['payment_attempts', 'ledger_entries', 'idempotency_keys', 'guest_order_keys'] as const),
  ]) {
    const { count } = await api.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(count);
  }
  return counts;
}
