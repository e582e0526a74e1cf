import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { noteLostCommit } from './commit-outcome';
import { isConnectionLost } from './lost';
import { isPlanOutdated, PreparedNames } from './prepared';
import { hasSqlState } from './sql-state';

/** How long a request waits for a connection before it is answered with 503. */
export const connectMs = 10_000;

/** How long an unused connection stays open; its prepared plans are lost with it. */
const idleMs = 10 * 60_000;

/** Connections shared by the prepared statements of all requests. */
const sharedCount = 2;

/**
 * A shared connection takes no more statements once its current one has run this long: it is slow, or waits for a lock.
 */
const promptMs = 50;

/** JIT compilation takes longer than any of our queries runs; the default page cost assumes spinning disks. */
const plannerSettings = 'set jit = off; set random_page_cost = 1.1';

/** By default the server plans most prepared lists again on each execution, which takes longer than running them. */
const planOnce = 'set plan_cache_mode = force_generic_plan';

export interface PoolOptions {
  max: number;
  /** The server ends a statement, or an idle transaction, after so long; 0 means never. */
  statementMs: number;
  /** A pooler in between gives each transaction another session: settings would reach those of others. */
  isPooled?: boolean | undefined;
  /** False where a pooler loses the names of prepared statements. */
  keepsPrepared?: boolean | undefined;
}

/** Throws when a connection may not serve a statement. */
export type Check = (client: pg.ClientBase) => Promise<void>;

/** Thrown by a check when the connection is of no more use: as if it had broken. */
export class Unusable extends Error {
  readonly code = '08006';
}

export interface OpenPool extends PostgresPool {
  /** The same connections; each is checked before a statement runs on it. */
  checked: (check: Check) => PostgresPool;
}

/**
 * Connections to a PostgreSQL server. A prepared statement outside a transaction is pipelined over a shared connection,
 * so concurrent requests share a round trip. Anything else gets a connection of its own, and so does a prepared
 * statement that would wait behind a slow one while a connection is spare.
 */
export function openPool(databaseUrl: string, options: PoolOptions): OpenPool {
  const { max, statementMs, isPooled, keepsPrepared } = options;
  const settings = isPooled
    ? ''
    : `${plannerSettings}; set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${statementMs}`;
  const config = { connectionString: databaseUrl, connectionTimeoutMillis: connectMs, keepAlive: true };
  const own = new pg.Pool({ ...config, max, idleTimeoutMillis: idleMs });
  // The pool replaces a broken connection, idle or in use; without a listener the process would exit.
  own.on('error', () => {});
  own.on('connect', (client) => {
    client.on('error', () => {});
    if (settings) void client.query(settings).catch(() => {});
  });
  const names = new PreparedNames(keepsPrepared);
  const shared = Array.from(
    { length: sharedCount },
    () => new SharedConnection({ ...config, pipeline: true }, settings && `${settings}; ${planOnce}`, names),
  );
  const connect = async (check?: Check) =>
    new CallerConnection({ own, shared, names, check }) as unknown as PostgresPoolClient;
  return {
    options: own.options,
    connect: () => connect(),
    checked: (check) => ({ options: own.options, connect: () => connect(check), end: async () => {} }),
    async end() {
      await Promise.all([own.end(), ...shared.map((each) => each.end())]);
    },
  };
}

interface Prepared {
  name: string;
  text: string;
  values: unknown[];
}

interface Sources {
  own: pg.Pool;
  shared: readonly SharedConnection[];
  names: PreparedNames;
  check: Check | undefined;
}

/** A connection as one caller sees it; it takes one from the pool at the first statement that needs it. */
class CallerConnection {
  readonly #from: Sources;
  #client: pg.PoolClient | undefined;
  #isBroken = false;
  /** Id of the transaction that Kysely began. */
  #transaction: string | undefined;

  constructor(from: Sources) {
    this.#from = from;
  }

  async query(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    const { own, shared, names, check } = this.#from;
    const values = [...parameters];
    const name = names.of(text);
    if (name && !this.#client) {
      const least = leastBusy(shared);
      if (least.isPrompt || !hasSpare(own)) return least.query({ name, text, values }, check);
    }
    // Nothing is left to roll back, and a second error would hide the first.
    if (text === 'rollback' && this.#isBroken) return nothing;
    try {
      const client = await this.#connected();
      if (text === 'begin') return await this.#begin(client);
      if (text === 'commit') return await this.#commit(client);
      return name
        ? await runPrepared(client, { name, text, values }, names)
        : await client.query({ text, values });
    } catch (error) {
      if (isConnectionLost(error)) this.#isBroken = true;
      throw error;
    }
  }

  release(): void {
    this.#client?.release(this.#isBroken);
  }

  async #connected(): Promise<pg.PoolClient> {
    if (this.#client) return this.#client;
    this.#client = await this.#from.own.connect();
    await this.#from.check?.(this.#client);
    return this.#client;
  }

  /** Its id costs no round trip here, and says later what became of it. */
  async #begin(client: pg.PoolClient): Promise<pg.QueryResult> {
    const both = (await client
      .query('begin; select pg_current_xact_id()::text as id')
      .catch((error: unknown) => {
        // It may have begun.
        this.#isBroken = true;
        throw error;
      })) as unknown as [pg.QueryResult, pg.QueryResult<{ id: string }>];
    this.#transaction = both[1].rows[0]?.id;
    return both[0];
  }

  async #commit(client: pg.PoolClient): Promise<pg.QueryResult> {
    let isUnsure = false;
    const hear = (notice: { routine?: string | undefined }) => {
      // The wait for the synchronous replica was cancelled: committed here, perhaps nowhere else.
      if (notice.routine === 'SyncRepWaitForLSN') isUnsure = true;
    };
    client.on('notice', hear);
    try {
      const committed = await client.query('commit');
      if (isUnsure) throw Object.assign(new Error('No replica has the commit'), { code: '08007' });
      return committed;
    } catch (error) {
      if (this.#transaction && error instanceof Error && isConnectionLost(error))
        noteLostCommit(error, this.#transaction);
      throw error;
    } finally {
      client.off('notice', hear);
    }
  }
}

const nothing = { command: 'ROLLBACK', rowCount: 0, oid: 0, fields: [], rows: [] } as pg.QueryResult;

function leastBusy(shared: readonly SharedConnection[]): SharedConnection {
  const prompt = shared.filter((each) => each.isPrompt);
  const usable = prompt.length > 0 ? prompt : shared;
  return usable.reduce((least, each) => (each.waiting < least.waiting ? each : least));
}

const hasSpare = (pool: pg.Pool): boolean =>
  pool.waitingCount === 0 && (pool.idleCount > 0 || pool.totalCount < pool.options.max);

/**
 * Prepares a statement again when a migration has changed the columns it selects. In a transaction, which that failure
 * ended, it throws: `inTransaction` begins anew.
 */
async function runPrepared(
  client: pg.ClientBase,
  statement: Prepared,
  names: PreparedNames,
): Promise<pg.QueryResult> {
  return client.query(statement).catch(async (error: unknown) => {
    if (!isPlanOutdated(error)) throw error;
    const name = names.renew(statement.text);
    return client.query({ ...statement, name }).catch((again: unknown) => {
      // 25P02: the transaction has ended.
      throw hasSqlState(again, '25P02') ? error : again;
    });
  });
}

/** A connection that is opened by the first statement, and again after it broke. */
class SharedConnection {
  /** Statements not answered yet. */
  waiting = 0;
  readonly #config: pg.ClientConfig;
  readonly #settings: string;
  readonly #names: PreparedNames;
  #client: Promise<pg.Client> | undefined;
  /** When the current statement began. */
  #begunAt = 0;

  constructor(config: pg.ClientConfig, settings: string, names: PreparedNames) {
    this.#config = config;
    this.#settings = settings;
    this.#names = names;
  }

  /** False while a new statement would wait for a slow one. */
  get isPrompt(): boolean {
    return this.waiting === 0 || performance.now() - this.#begunAt < promptMs;
  }

  async query(statement: Prepared, check?: Check): Promise<pg.QueryResult> {
    if (this.waiting === 0) this.#begunAt = performance.now();
    this.waiting += 1;
    try {
      this.#client ??= this.#open();
      const client = await this.#client;
      await check?.(client).catch((error: unknown) => {
        if (isConnectionLost(error)) void client.end();
        throw error;
      });
      return await runPrepared(client, statement, this.#names);
    } finally {
      this.waiting -= 1;
      this.#begunAt = performance.now();
    }
  }

  async end(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    const opened = client.connect().then(async () => {
      if (this.#settings) await client.query(this.#settings);
      return client;
    });
    const forget = () => {
      // It may have been replaced already.
      if (this.#client === opened) this.#client = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    opened.catch(forget);
    return opened;
  }
}
