import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, type PGlite as KyselyPGlite, PGliteDialect } from 'kysely';
import type { Database } from '../context';
import type { Listen } from './listen';
import { preparedIn } from './pglite-prepared.ts';
import { isPlanOutdated, PreparedNames } from './prepared';
import type { DB } from './types';

/**
 * PGlite in this thread, in memory unless given a folder: for tests and for generating types. The server uses a worker.
 */
export async function openInProcess(
  options: PGliteOptions = {},
): Promise<{ db: Database; pglite: PGlite; listen: Listen }> {
  const pglite = await PGlite.create({
    ...options,
    extensions: { pg_trgm },
    parsers: { [types.NUMERIC]: Number, [types.DATE]: (text: string) => text },
  });
  const [names, runPrepared] = [new PreparedNames(), preparedIn(pglite)];
  let isInTransaction = false;
  const run = async (sql: string, params: unknown[]) => {
    const name = isInTransaction ? undefined : names.of(sql);
    if (name === undefined)
      return params.length > 0 ? pglite.query(sql, params) : (await pglite.exec(sql)).at(-1);
    return runPrepared(name, sql, params).catch((error: unknown) => {
      if (!isPlanOutdated(error)) throw error;
      return runPrepared(names.renew(sql), sql, params);
    });
  };
  const query: KyselyPGlite['query'] = async <T>(sql: string, params: unknown[] = []) => {
    if (/^(commit|rollback)$/.test(sql)) isInTransaction = false;
    const result = await run(sql, params);
    if (/^(begin|start transaction)/.test(sql)) isInTransaction = true;
    return {
      rows: (result?.rows ?? []) as T[],
      fields: [],
      ...(result && { affectedRows: result.affectedRows ?? 0 }),
    };
  };
  const adapted: KyselyPGlite = {
    get closed() {
      return pglite.closed;
    },
    get ready() {
      return pglite.ready;
    },
    waitReady: pglite.waitReady,
    query,
    transaction: async (run) => {
      await query('begin');
      try {
        const result = await run({ query, rollback: async () => void (await query('rollback')) });
        await query('commit');
        return result;
      } catch (error) {
        await query('rollback');
        throw error;
      }
    },
    close: () => pglite.close(),
  };
  const db = new Kysely<DB>({ dialect: new PGliteDialect({ pglite: adapted }) });
  return {
    db,
    pglite,
    listen: (channel, heard) => db.connection().execute(() => pglite.listen(channel, heard)),
  };
}
