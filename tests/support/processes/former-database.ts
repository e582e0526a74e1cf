import { afterEach } from 'vitest';
import type { Database } from '@/server/core/context';
import { openInProcess } from '@/server/core/db/in-process';
import { migrate } from '@/server/core/db/migrate';
import { newDatabase } from './program';

/** Opens databases of the release before a migration, embedded or on the server of the run; closed after each test. */
export function setUpFormer(before: string): () => Promise<Database> {
  const address = process.env.TEST_DATABASE_URL;
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  return async () => {
    if (address) {
      const { db, drop } = await newDatabase(address, before);
      closing.push(drop);
      return db;
    }
    const { db } = await openInProcess({});
    closing.push(() => db.destroy());
    await migrate(db, before);
    return db;
  };
}
