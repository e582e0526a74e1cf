import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
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

/**
 * Connections to a PostgreSQL server. A prepared statement outside a transaction is pipelined over a shared connection,
 * so concurrent requests share a round trip. Anything else gets a connection of its own, and so does a prepared
 * statement that would wait behind a slow one while a connection is spare. The server ends a statement, or an idle
 * transaction, after `statementMs`; 0 means never.
 */
export function openPool(databaseUrl: string, max: number, statementMs: number): PostgresPool {
  const settings = `${plannerSettings}; set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${statementMs}`;
  const config = { connectionString: databaseUrl, connectionTimeoutMillis: connectMs, keepAlive: true };
  const own = new pg.Pool({ ...config, max, idleTimeoutMillis: idleMs });
  // The pool replaces a broken connection, idle or in use; without a listener the process would exit.
  own.on('error', () => {});
  own.on('connect', (client) => {
    client.on('error', () => {});
    void client.query(settings).catch(() => {});
  });
  const names = new PreparedNames();
  const shared = Array.from(
    { length: sharedCount },
    () => new SharedConnection({ ...config, pipeline: true }, `${settings}; ${planOnce}`, names),
  );
  return {
    options: own.options,
    connect: async () => new CallerConnection(own, shared, names) as unknown as PostgresPoolClient,
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

/** A connection as one caller sees it; it takes one from the pool at the first statement that needs it. */
class CallerConnection {
  readonly #own: pg.Pool;
  readonly #shared: readonly SharedConnection[];
  readonly #names: PreparedNames;
  #client: pg.PoolClient | undefined;

  constructor(own: pg.Pool, shared: readonly SharedConnection[], names: PreparedNames) {
    this.#own = own;
    this.#shared = shared;
    this.#names = names;
  }

  async query(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    const values = [...parameters];
    const name = this.#names.of(text);
    if (name && !this.#client) {
      const shared = leastBusy(this.#shared);
      if (shared.isPrompt || !hasSpare(this.#own)) return shared.query({ name, text, values });
    }
    this.#client ??= await this.#own.connect();
    return name
      ? runPrepared(this.#client, { name, text, values }, this.#names)
      : this.#client.query({ text, values });
  }

  release(): void {
    this.#client?.release();
  }
}

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

  async query(statement: Prepared): Promise<pg.QueryResult> {
    if (this.waiting === 0) this.#begunAt = performance.now();
    this.waiting += 1;
    try {
      this.#client ??= this.#open();
      return await runPrepared(await this.#client, statement, this.#names);
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
    const opened = client
      .connect()
      .then(() => client.query(this.#settings))
      .then(() => client);
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
