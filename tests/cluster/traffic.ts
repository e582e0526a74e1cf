import { randomUUID } from 'node:crypto';
import { openMix, type People, type Request, type Session } from '../bench/load-mix.ts';
import { openSessions } from '../bench/load-people.ts';
import { runLoad } from '../bench/load-run.ts';
import { ask, type Reply } from '../faults/api.ts';
import { assert, pause } from '../faults/world.ts';
import { orderOf } from '../support/order-body.ts';
import { askAgain, withConnection } from './cluster.ts';

/** What was answered, and when. */
interface Answer {
  at: number;
  isWrite: boolean;
  failure: string | undefined;
}

/** An order by its key; without an id while the outcome is unknown. */
interface KeyedOrder {
  id: number | undefined;
  token: string;
  phone: string;
  product: number;
}

/** What a scenario did to those who work meanwhile. */
export interface Toll {
  withoutWrites: number;
  withoutReads: number;
  asked: number;
  failed: Map<string, number>;
}

/**
 * The mix of `bench:load` at a steady rate, as a proxy with two machines behind it sends it, and customers whose orders
 * have an Idempotency-Key that is repeated until it is answered. Remembers every acknowledged write.
 */
export class Traffic {
  /** Session of an administrator. */
  readonly admin: string;
  readonly #url: string;
  readonly #ports: readonly number[];
  readonly #next: () => Request;
  readonly #customers: readonly Session[];
  readonly #goods: readonly number[];
  readonly #answers: Answer[] = [];
  readonly #keyed = new Map<string, KeyedOrder>();
  readonly #orders = new Set<number>();
  readonly #versions = new Map<number, number>();
  #made = 0;
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  private constructor(options: {
    url: string;
    ports: readonly number[];
    next: () => Request;
    customers: readonly Session[];
    goods: readonly number[];
    admin: string;
  }) {
    this.admin = options.admin;
    this.#url = options.url;
    this.#ports = options.ports;
    this.#next = options.next;
    this.#customers = options.customers;
    this.#goods = options.goods;
  }

  static async prepare(url: string, ports: readonly number[]): Promise<Traffic> {
    return withConnection(url, async (client) => {
      const people: People = await openSessions(client);
      const next = await openMix(client, people);
      const { rows } = await client.query<{ id: number }>(
        `select p.id::int as id from products p join shops s on s.id = p.shop_id
         where p.deleted_at is null and p.status = 'publish' and p.product_type = 'simple' and not p.is_digital
           and p.price >= 1000 and s.is_active and s.deleted_at is null order by p.id limit 200`,
      );
      const goods = rows.map(({ id }) => id);
      const admin = people.admins[0]?.token ?? '';
      return new Traffic({ url, ports, next, customers: people.customers, goods, admin });
    });
  }

  begin(rate: number, buyers: number): void {
    const mix = runLoad(this.#ports, () => this.#remembered(this.#next()), {
      rate,
      seconds: Number.POSITIVE_INFINITY,
      turnsTo: true,
      signal: this.#stopping.signal,
      onAnswer: (answer) =>
        this.#answers.push({ at: performance.now(), isWrite: answer.isWrite, failure: answer.failure }),
    });
    this.#running = Promise.all([
      mix,
      ...Array.from({ length: buyers }, (_buyer, index) => this.#buy(index)),
    ]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Between two moments; a gap counts from the last success before it, and up to now when it goes on. */
  toll(from: number, to: number): Toll {
    const within = this.#answers.filter(({ at }) => at >= from && at <= to);
    const failed = new Map<string, number>();
    for (const { failure } of within) if (failure) failed.set(failure, (failed.get(failure) ?? 0) + 1);
    return {
      withoutWrites: this.#gap(from, to, true),
      withoutReads: this.#gap(from, to, false),
      asked: within.length,
      failed,
    };
  }

  #gap(from: number, to: number, isWrite: boolean): number {
    const times = this.#answers
      .filter(
        (answer) => answer.isWrite === isWrite && !answer.failure && answer.at >= from && answer.at <= to,
      )
      .map(({ at }) => at)
      .sort((a, b) => a - b);
    const moments = [from, ...times, to];
    const gaps = moments.map((at, index) => at - (moments[index - 1] ?? at));
    return Math.max(...gaps) / 1000;
  }

  #remembered(asked: Request): Request {
    return {
      ...asked,
      learn: (body, status) => {
        asked.learn?.(body, status);
        if (status === 201 && asked.kind === 'order placed' && body.id !== undefined)
          this.#orders.add(body.id);
        if (status === 200 && asked.kind === 'edit of a product' && body.id !== undefined)
          this.#versions.set(body.id, Math.max(body.version ?? 0, this.#versions.get(body.id) ?? 0));
      },
    };
  }

  async #buy(index: number): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const key = randomUUID();
      this.#made += 1;
      const customer = this.#customers[(this.#made + index) % this.#customers.length];
      const digits = String(10_000_000 + this.#made).slice(-8);
      const phone = `+7 (9${digits[0]}0) ${digits.slice(1, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
      const product = this.#goods[this.#made % this.#goods.length] ?? 0;
      this.#keyed.set(key, { id: undefined, token: customer?.token ?? '', phone, product });
      for (let isPlaced = false; !isPlaced && !this.#stopping.signal.aborted; ) {
        isPlaced = await this.#place(key);
        await pause(isPlaced ? 50 : 200);
      }
    }
  }

  async #place(key: string, failed?: (how: string) => void): Promise<boolean> {
    const order = this.#keyed.get(key);
    assert(order !== undefined, 'an unknown key');
    const body = orderOf([{ product_id: order.product, order_quantity: 1 }], {
      customer_contact: order.phone,
    });
    const reply = await this.#askOne('POST', 'orders', { token: order.token, key, body });
    // Somebody bought the last one: refused, and nothing is there.
    if (reply.status === 409 && order.id === undefined) return this.#keyed.delete(key);
    const isPlaced = reply.status === 201;
    const failure = isPlaced ? undefined : `keyed ${reply.failure ?? reply.status}`;
    this.#answers.push({ at: performance.now(), isWrite: true, failure });
    if (failure) failed?.(`${failure} ${JSON.stringify(reply.body)}`);
    if (!isPlaced) return false;
    const id = Number(reply.body.id);
    assert(order.id === undefined || order.id === id, `key ${key} was order ${order.id} and is order ${id}`);
    order.id = id;
    return true;
  }

  /** At one machine, and at the other one when nobody answers there. */
  async #askOne(
    method: string,
    path: string,
    more: { token: string; key?: string; body?: object },
  ): Promise<Reply> {
    const [first = 0, second = 0] = Math.random() < 0.5 ? this.#ports : [...this.#ports].reverse();
    const reply = await ask({ base: `http://127.0.0.1:${first}/admin/rest` }, method, path, more);
    return reply.status === 0 || reply.status === 503
      ? ask({ base: `http://127.0.0.1:${second}/admin/rest` }, method, path, more)
      : reply;
  }

  /** Acknowledged writes that are not there, and orders that are there twice. */
  async lost(): Promise<{ lost: number; twice: number; acknowledged: number }> {
    const keyed = [...this.#keyed.values()];
    const ids = [...this.#orders, ...keyed.flatMap(({ id }) => (id === undefined ? [] : [id]))];
    const missing = await askAgain(
      this.#url,
      `select count(*)::int as count from unnest(array[${ids.join()}]::bigint[]) as acknowledged (id)
       where not exists (select from orders o where o.id = acknowledged.id)`,
    );
    const versions = [...this.#versions].map(([id, version]) => `(${id}, ${version})`);
    const stale = await askAgain(
      this.#url,
      `select count(*)::int as count from (values ${versions.join() || '(0, 0)'}) seen (id, version)
       join products p on p.id = seen.id where p.version < seen.version`,
    );
    const phones = keyed.map(({ phone }) => `'${phone}'`);
    const twice = await askAgain(
      this.#url,
      `select count(*)::int as count from (select customer_contact from orders where parent_id is null
         and customer_contact in (${phones.join() || "''"}) group by 1 having count(*) > 1) several`,
    );
    return {
      lost: missing.rows[0].count + stale.rows[0].count,
      twice: twice.rows[0].count,
      acknowledged: ids.length + versions.length,
    };
  }

  /** Repeats every key, answered or not: each is one order. */
  async settle(): Promise<number> {
    const keys = [...this.#keyed.keys()];
    for (let from = 0; from < keys.length; from += 4) {
      // So many orders of one buyer within minutes are refused otherwise.
      await askAgain(this.#url, "delete from rate_limits where key like 'orders:%'");
      await Promise.all(
        keys.slice(from, from + 4).map(async (key) => {
          let last = '';
          for (let tries = 0; !(await this.#place(key, (how) => (last = how))); tries += 1) {
            assert(tries < 20, `key ${key} is not answered: ${last}`);
            await pause(500);
          }
        }),
      );
    }
    const ids = new Set([...this.#keyed.values()].map(({ id }) => id));
    assert(ids.size === this.#keyed.size, `${this.#keyed.size} keys are ${ids.size} orders`);
    return ids.size;
  }
}
