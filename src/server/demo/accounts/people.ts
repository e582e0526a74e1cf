import { toMinor } from '@/contract/core/money';
import { permissionsOfRole } from '@/contract/core/permissions';
import { actor, ctxAt, type SeedCtx, seededId } from '@/server/demo/context';
import { pastMoments } from '@/server/demo/random';
import { typed } from '@/server/demo/typed';
import { postEntry } from '@/server/modules/ledger/ledger';
import customersData from './customers.json';
import regionsData from './regions.json';

/** Customers besides those of `shops.ts`: name, e-mail before the @, city, street. */
const customers =
  typed<readonly [name: string, email: string, city: string, street: string][]>(customersData);

/** First digits of the postcode and the region of each city. */
const regions = typed<Record<string, [zip: string, region: string]>>(regionsData);

/** A banned customer, and a vendor awaiting approval: each shows its own state. */
const banned = { name: 'Виктор Зайцев', reason: 'Спам в отзывах: одинаковые тексты под чужими товарами' };
const waiting = { name: 'Руслан Шарипов', email: 'r.sharipov@demo.ru', contact: '+7 (917) 404-28-63' };

/** Customers with addresses and wallets, one of them banned, and a vendor awaiting approval. */
export async function seedCustomers(ctx: SeedCtx): Promise<void> {
  const { db, now, random } = ctx;
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', seededId(ctx.people, 'customer'))
    .executeTakeFirstOrThrow();
  await db
    .insertInto('users')
    .values({
      password_hash,
      ...pastMoments(random, now, { days: 2 }),
      name: waiting.name,
      email: waiting.email,
      contact: waiting.contact,
      permissions: [...permissionsOfRole.store_owner],
      is_active: false,
    })
    .execute();
  const rows = await db
    .insertInto('users')
    .values(
      customers.map(([name, email]) => {
        const moments = pastMoments(random, now, { days: 700, lean: 2.5 });
        const isBanned = name === banned.name;
        return {
          password_hash,
          ...moments,
          name,
          email: `${email}@demo.ru`,
          contact: `+7 (9${random.whole(10, 89)}) ${random.whole(200, 999)}-${random.whole(10, 99)}-${random.whole(10, 99)}`,
          permissions: [...permissionsOfRole.customer],
          is_active: !isBanned,
          ban_reason: isBanned ? banned.reason : null,
          email_verified_at: random.next() < 0.8 ? moments.created_at : null,
        };
      }),
    )
    .returning(['id', 'name', 'created_at'])
    .execute();
  await seedAddresses(ctx, rows);
  await seedPoints(ctx, rows);
}

interface Seeded {
  id: number;
  name: string;
  created_at: Date;
}

async function seedAddresses({ db, random }: SeedCtx, people: readonly Seeded[]): Promise<void> {
  const rows = customers.flatMap(([name, , city, street]) => {
    const person = people.find((one) => one.name === name);
    const [zip, state] = regions[city] ?? [];
    if (!person || !zip || !state) throw new Error(`The demo lacks the address of ${name}`);
    const address = JSON.stringify({ country: 'Россия', state, city, zip, street_address: street });
    const shared = { user_id: person.id, address, created_at: person.created_at, is_default: true };
    return [
      { ...shared, title: 'Дом', type: 'shipping' },
      ...(random.next() < 0.4 ? [{ ...shared, title: 'Для счетов', type: 'billing' }] : []),
    ];
  });
  await db.insertInto('addresses').values(rows).execute();
}

/** Every other one registered while sign-up points were granted; some got more from an administrator. */
async function seedPoints(
  { db, random, now, people }: SeedCtx,
  customersOf: readonly Seeded[],
): Promise<void> {
  const admin = seededId(people, 'admin');
  for (const [index, { id, created_at: at }] of customersOf.entries()) {
    if (index % 2 === 0) continue;
    await give(db, at, null, { userId: id, points: 100, kind: 'sign-up' });
    if (index % 5 !== 0) continue;
    const later = new Date(at.getTime() + (now.getTime() - at.getTime()) / 2);
    await give(db, later, admin, { userId: id, points: random.whole(1, 9) * 50, kind: 'points' });
  }
}

async function give(
  db: SeedCtx['db'],
  at: Date,
  by: number | null,
  { userId, points, kind }: { userId: number; points: number; kind: 'sign-up' | 'points' },
): Promise<void> {
  const user = by === null ? null : actor({ id: by, name: '', email: '', permissions: [] });
  const amount = toMinor(points);
  await postEntry(ctxAt(db, at, user), {
    kind,
    lines: [
      { account: { kind: 'wallet', userId }, amount },
      { account: { kind: 'points' }, amount: -amount },
    ],
  });
}
