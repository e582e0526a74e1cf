import { randomUUID } from 'node:crypto';
import { orderOf } from '../support/order-body.ts';
import { type Api, ask, signIn } from './api.ts';
import { assert, pause } from './world.ts';

/** State of a shop before orders are placed. */
interface Start {
  productId: number;
  quantity: number;
  total: number;
}

/**
 * Customers who place orders during a fault, each with an Idempotency-Key that is retried until there is a response;
 * and the final count.
 */
export class Orders {
  /** Orders by key; undefined while the outcome is unknown. */
  readonly placed = new Map<string, number | undefined>();
  /** Number of responses by status; without a response 0 and the code of the failure. */
  readonly answers = new Map<string, number>();
  readonly waits: number[] = [];
  private readonly start: Start;
  /** Sessions of shop people: a customer may attempt only 60 orders in a quarter of an hour. */
  private readonly sessions: readonly string[];
  /** A key belongs to the account that used it first. */
  private readonly sessionOf = new Map<string, string>();
  private isStopped = false;
  private running: Promise<unknown> = Promise.resolve();

  private constructor(start: Start, sessions: readonly string[]) {
    this.start = start;
    this.sessions = sessions;
  }

  /** Finds goods above the minimum order and gives them a large stock. */
  static async prepare(api: Api): Promise<Orders> {
    const token = await signIn(api, 'admin@demo.ru');
    // An active shop: others cannot sell.
    const search = 'search=status:publish;product_type:simple;shop.slug:lnyanoy-dom&searchJoin=and&limit=100';
    const { body } = await ask(api, 'GET', `products?${search}`, { token });
    const goods = body.data as { id: number; price: number; is_digital: boolean; version: number }[];
    const found = goods.find(({ price, is_digital }) => price >= 1000 && !is_digital);
    assert(found !== undefined, `no goods: ${JSON.stringify(body).slice(0, 300)}`);
    const quantity = 100_000;
    const change = { quantity, version: found.version };
    const { status } = await ask(api, 'PUT', `products/${found.id}`, { token, body: change });
    assert(status === 200, `the stock is not changed: ${status}`);
    const total = await totalOf(api, token);
    const buyers = ['owner@demo.ru', 'owner2@demo.ru', 'staff@demo.ru'];
    const sessions = await Promise.all(buyers.map((email) => signIn(api, email)));
    return new Orders({ productId: found.id, quantity, total }, sessions);
  }

  get acknowledged(): number {
    return [...this.placed.values()].filter((id) => id !== undefined).length;
  }

  count(status: string): number {
    return this.answers.get(status) ?? 0;
  }

  /** Lets this many customers order until `stop`, possibly at another server later. */
  begin(api: () => Api, customers: number): void {
    this.isStopped = false;
    this.running = Promise.all(Array.from({ length: customers }, () => this.orderOn(api)));
  }

  /** The same, but each customer stops at the first response that is not an order. */
  beginUntilRefused(api: Api, customers: number): void {
    const customer = async () => {
      for (let key = randomUUID(); await this.place(api, key, true); ) key = randomUUID();
    };
    this.running = Promise.all(Array.from({ length: customers }, customer));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async orderOn(api: () => Api): Promise<void> {
    while (!this.isStopped) {
      const key = randomUUID();
      let isPlaced = await this.place(api(), key, true);
      while (!this.isStopped && !isPlaced) {
        await pause(100);
        isPlaced = await this.place(api(), key);
      }
    }
  }

  /** Whether it was placed. */
  private async place(api: Api, key: string, isNew = false): Promise<boolean> {
    if (isNew) this.placed.set(key, undefined);
    const begun = performance.now();
    const body = orderOf([{ product_id: this.start.productId, order_quantity: 1 }]);
    const next = this.sessions[this.sessionOf.size % this.sessions.length];
    const token = this.sessionOf.get(key) ?? next ?? '';
    this.sessionOf.set(key, token);
    const reply = await ask(api, 'POST', 'orders', { token, key, body });
    const name = reply.status === 0 ? `0 ${reply.failure}` : String(reply.status);
    this.answers.set(name, this.count(name) + 1);
    if (reply.status !== 201) return false;
    this.waits.push(performance.now() - begun);
    const id = Number(reply.body.id);
    const known = this.placed.get(key);
    assert(known === undefined || known === id, `key ${key} was order ${known} and is order ${id}`);
    this.placed.set(key, id);
    return true;
  }

  /** Throws unless every response had one of these statuses. */
  expectAnswers(...allowed: RegExp[]): void {
    const wrong = [...this.answers.keys()].filter((name) => !allowed.some((one) => one.test(name)));
    assert(wrong.length === 0, `answered otherwise: ${JSON.stringify([...this.answers])}`);
  }

  /**
   * Retries every key, acknowledged or not: each is exactly one order; orders, stock and the ledger agree. Throws
   * otherwise.
   */
  async settle(api: Api): Promise<string> {
    const before = this.acknowledged;
    const keys = [...this.placed.keys()];
    for (let from = 0; from < keys.length; from += 8)
      await Promise.all(
        keys.slice(from, from + 8).map(async (key) => {
          assert(
            await this.place(api, key),
            `key ${key} is not answered: ${JSON.stringify([...this.answers])}`,
          );
        }),
      );
    const ids = new Set(this.placed.values());
    assert(ids.size === keys.length, `${keys.length} keys, ${ids.size} orders`);
    const token = await signIn(api, 'admin@demo.ru');
    const added = (await totalOf(api, token)) - this.start.total;
    assert(added === keys.length, `${keys.length} orders were placed, ${added} are there`);
    const { body } = await ask(api, 'GET', `products/${this.start.productId}`, { token });
    const taken = this.start.quantity - Number(body.quantity);
    assert(taken === keys.length, `${keys.length} pieces were sold, ${taken} are gone`);
    await expectReconciled(api, token);
    return `${before} orders acknowledged, none lost, none twice`;
  }
}

async function totalOf(api: Api, token: string): Promise<number> {
  const { body } = await ask(api, 'GET', 'orders?limit=1', { token });
  return Number(body.total);
}

/** `GET ledger/reconcile` finds nothing. */
export async function expectReconciled(api: Api, token: string): Promise<void> {
  const { status, body } = await ask(api, 'GET', 'ledger/reconcile', { token });
  assert(status === 200 && body.is_sound === true, `not reconciled: ${status} ${JSON.stringify(body)}`);
}
