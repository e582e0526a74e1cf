import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isPlanOutdated, preparedName, renamed } from './prepared';

/** So long a request waits for a connection before it is answered with 503. */
export const connectMs = 10_000;

/** So long an unused connection stays open: with it go the statements that it has planned. */
const idleMs = 10 * 60_000;

/** Connections that the prepared statements of all requests share. */
const sharedCount = 2;

/** To compile a query takes the server longer than any of ours runs; and no disk of today seeks as slowly as it assumes. */
const plannerSettings = 'set jit = off; set random_page_cost = 1.1';

/**
 * Connections to a PostgreSQL server. A prepared statement outside a transaction is sent over a shared connection without
 * waiting for the answers to those before it, so that requests at the same time share a round trip; all else has a
 * connection of its own. A statement, or a pause within a transaction, of more than `statementMs` is ended by the server;
 * 0 means never.
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
  const shared = Array.from(
    { length: sharedCount },
    () => new SharedConnection({ ...config, pipeline: true }, settings),
  );
  return {
    options: own.options,
    connect: async () => new CallerConnection(own, shared) as unknown as PostgresPoolClient,
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
  #client: pg.PoolClient | undefined;

  constructor(own: pg.Pool, shared: readonly SharedConnection[]) {
    this.#own = own;
    this.#shared = shared;
  }

  async query(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    const values = [...parameters];
    const name = preparedName(text);
    if (name && !this.#client) return leastBusy(this.#shared).query({ name, text, values });
    this.#client ??= await this.#own.connect();
    return this.#client.query(name ? { name, text, values } : { text, values });
  }

  release(): void {
    this.#client?.release();
  }
}

function leastBusy(shared: readonly SharedConnection[]): SharedConnection {
  return shared.reduce((least, each) => (each.waiting < least.waiting ? each : least));
}

/** A connection that is opened with the first statement, and again after it broke. */
class SharedConnection {
  /** Statements without an answer. */
  waiting = 0;
  readonly #config: pg.ClientConfig;
  readonly #settings: string;
  #client: Promise<pg.Client> | undefined;

  constructor(config: pg.ClientConfig, settings: string) {
    this.#config = config;
    this.#settings = settings;
  }

  async query(statement: Prepared): Promise<pg.QueryResult> {
    this.waiting += 1;
    try {
      this.#client ??= this.#open();
      const client = await this.#client;
      return await client.query(statement).catch((error: unknown) => {
        if (!isPlanOutdated(error)) throw error;
        return client.query({ ...statement, name: renamed(statement.text) });
      });
    } finally {
      this.waiting -= 1;
    }
  }

  async end(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    const forget = () => {
      this.#client = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
      await client.query(this.#settings);
    } catch (error) {
      forget();
      throw error;
    }
    return client;
  }
}
