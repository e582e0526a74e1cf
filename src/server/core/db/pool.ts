import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isPlanOutdated, PreparedNames } from './prepared';

/** So long a request waits for a connection before it is answered with 503. */
export const connectMs = 10_000;

/** So long an unused connection stays open: with it go the statements that it has planned. */
const idleMs = 10 * 60_000;

/** Connections that the prepared statements of all requests share. */
const sharedCount = 2;

/** A shared connection takes no more while the statement at work there has run so long: it is slow, or waits for a lock. */
const promptMs = 50;

/** To compile a query takes the server longer than any of ours runs; and no disk of today seeks as slowly as it assumes. */
const plannerSettings = 'set jit = off; set random_page_cost = 1.1';

/** Prepared statements suit one plan. Left to itself the server plans most lists again each time, longer than it runs them. */
const planOnce = 'set plan_cache_mode = force_generic_plan';

/**
 * Connections to a PostgreSQL server. A prepared statement outside a transaction is sent over a shared connection without
 * waiting for the answers to those before it, so that requests at the same time share a round trip; all else has a
 * connection of its own, and so has what would wait behind a slow one while there is one to spare. The server ends a
 * statement, or a pause within a transaction, of more than `statementMs`; 0 means never.
 */
export function openPool(databaseUrl: string, max: number, statementMs: number): PostgresPool {
  const settings = `${plannerSettings}; set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${statementMs}`;
  const config = { connectionString: databaseUrl, connectionTimeoutMillis: connectMs, keepAlive: true };
  const own = new pg.Pool({ ...config, max, idleTimeoutMillis: idleMs });
  // A connection that breaks, idle or at work, is replaced by the pool; without a listener the process would end.
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

/** A connection as one caller has it; one of its own is taken with the first statement that needs it. */
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

/** Plans a statement anew when a migration has changed what it selects. */
async function runPrepared(
  client: pg.ClientBase,
  statement: Prepared,
  names: PreparedNames,
): Promise<pg.QueryResult> {
  return client.query(statement).catch((error: unknown) => {
    if (!isPlanOutdated(error)) throw error;
    return client.query({ ...statement, name: names.renew(statement.text) });
  });
}

/** A connection that is opened with the first statement, and again after it broke. */
class SharedConnection {
  /** Statements without an answer. */
  waiting = 0;
  readonly #config: pg.ClientConfig;
  readonly #settings: string;
  readonly #names: PreparedNames;
  #client: Promise<pg.Client> | undefined;
  /** Since when the statement at work has run. */
  #begunAt = 0;

  constructor(config: pg.ClientConfig, settings: string, names: PreparedNames) {
    this.#config = config;
    this.#settings = settings;
    this.#names = names;
  }

  /** False while what is sent now would wait for a slow statement. */
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
      // Another one may have taken its place.
      if (this.#client === opened) this.#client = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    opened.catch(forget);
    return opened;
  }
}
