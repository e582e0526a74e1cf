import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '@/server/core/context';
import { openInProcess } from '@/server/core/db/in-process';
import { migrate } from '@/server/core/db/migrate';
import { settingsOptions } from '@/server/core/settings';

/** Installations of before shop fronts keep what they allowed; new ones are open to them. */
const before = '0012_insights';

async function optionsAfter(prepare: (db: Database) => Promise<unknown>) {
  const { db } = await openInProcess({});
  await migrate(db, before);
  await prepare(db);
  await migrate(db);
  const { guestCheckout, consentsLater, siteTitle } = await settingsOptions({ db });
  await db.destroy();
  return { guestCheckout, consentsLater, siteTitle };
}

const addPerson = (db: Database) =>
  sql`insert into users (name, email, password_hash, permissions) values ('Анна', 'anna@shop.test', '', '{}')`.execute(
    db,
  );
const save = (db: Database, options: object) =>
  sql`insert into settings (options) values (${JSON.stringify(options)}::jsonb)`.execute(db);

it('a new installation lets guests buy and shop fronts register', async () => {
  expect(await optionsAfter(async () => {})).toMatchObject({ guestCheckout: true, consentsLater: true });
});

it('one that has people and no settings yet stays closed', async () => {
  expect(await optionsAfter(addPerson)).toMatchObject({ guestCheckout: false, consentsLater: false });
});

it('one that has settings keeps them', async () => {
  const kept = { guestCheckout: true, siteTitle: 'Ярмарка' };

  expect(await optionsAfter((db) => save(db, kept))).toEqual({ ...kept, consentsLater: false });
});
