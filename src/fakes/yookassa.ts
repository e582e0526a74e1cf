import {
  type FakeAnswer,
  type FakeOptions,
  type FakeRequest,
  type Fields,
  type Protocol,
  readFields,
  startFake,
} from './core';
import { acquirerFee, type Movement, rubles } from './movements';
import type { Alteration } from './webhooks';
import { uuid, type World } from './world';
import { YookassaReceipts } from './yookassa-receipts';

/** YooKassa API v3: payments in one and two stages, refunds, receipts, lists and webhooks. Sums are kopecks inside. */
export interface YookassaOptions extends FakeOptions {
  shopId: string;
  secret: string;
  /** As set in the cabinet; `cabinet` commands change it. */
  webhookUrl?: string | undefined;
  /** Address of the page on which buyers pay, without the id at its end; the service's own unless it is given. */
  payPage?: string | undefined;
}

interface Payment {
  id: string;
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';
  amount: number;
  currency: string;
  refunded: number;
  capture: boolean;
  method: string;
  description: unknown;
  metadata: unknown;
  returnUrl: unknown;
  created: number;
  captured: number | null;
  expires: number | null;
  cancellation: { party: string; reason: string } | null;
  test: boolean;
}

interface Refund {
  id: string;
  payment_id: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amount: number;
  created: number;
  cancellation: { party: string; reason: string } | null;
}

interface Stored {
  request: string;
  answer: FakeAnswer;
  at: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Methods that take the money at once, and those that give none back. */
const oneStage = ['sbp', 'b2b_sberbank'];
const partial = ['bank_card', 'sberbank', 'yoo_money', 'tinkoff_bank'];

export const startYookassa = (options: YookassaOptions) =>
  startFake((world) => new Yookassa(world, options), options);

class Yookassa implements Protocol {
  readonly repeatMs = 10 * 60_000;
  private readonly payments: Payment[] = [];
  private readonly refunds: Refund[] = [];
  private readonly receipts: YookassaReceipts;
  private readonly keys = new Map<string, Stored>();
  private readonly taken: Movement[] = [];
  /** What the next reads of an object say instead of the truth. */
  private readonly lies = new Map<string, { fields: Fields; times: number }>();
  private refundsEnd: Refund['status'] = 'succeeded';
  private refundReason = 'general_decline';
  private webhookUrl: string | undefined;
  private readonly world: World;
  private readonly authorization: string;
  private readonly payPage: string | undefined;

  constructor(world: World, { shopId, secret, webhookUrl, payPage }: YookassaOptions) {
    this.world = world;
    this.payPage = payPage;
    this.receipts = new YookassaReceipts(world, (type, id) =>
      type === 'refund'
        ? this.refunds.some((one) => one.id === id && one.status === 'succeeded')
        : this.payments.some((one) => one.id === id && one.status === 'succeeded'),
    );
    this.webhookUrl = webhookUrl;
    this.authorization = `Basic ${Buffer.from(`${shopId}:${secret}`).toString('base64')}`;
  }

  isConfirmed = (status: number) => status === 200;
  eventOf = (body: Fields) => String(body.event);
  movements = () => this.taken;

  /** There is no signature to be wrong. */
  alter = (kind: Alteration, body: Fields): Fields => {
    const object = readFields(body.object);
    switch (kind) {
      case 'unknown-event':
        return { ...body, event: 'payment.considered' };
      case 'extra-fields':
        return { ...body, version: 4, object: { ...object, risk: { score: 0.2 }, tags: ['new'] } };
      case 'old':
        return { ...body, object: { ...object, status: 'pending', paid: false } };
      case 'early':
        if (!this.eventOf(body).startsWith('payment.')) return body;
        return {
          ...body,
          event: 'payment.succeeded',
          object: { ...object, status: 'succeeded', paid: true },
        };
      case 'wrong-token':
        return body;
    }
  };

  keyOf = ({ headers }: FakeRequest) => {
    const key = headers['idempotence-key'];
    return typeof key === 'string' ? key : null;
  };

  payable = (id: string) => {
    const payment = this.payments.find((one) => one.id === id);
    return (
      payment && {
        sum: rubles(payment.amount),
        isOpen: payment.status === 'pending',
        returnUrl: typeof payment.returnUrl === 'string' ? payment.returnUrl : null,
      }
    );
  };

  handle(request: FakeRequest): FakeAnswer {
    if (request.headers.authorization !== this.authorization)
      return failed(401, 'invalid_credentials', 'Basic authentication failed');
    const [, version, family, id, action] = request.path.split('/');
    if (version === 'v3' && family === 'receipts') return this.receipt(request, id);
    if (version !== 'v3' || (family !== 'payments' && family !== 'refunds')) return notFound();
    if (request.method === 'GET') return id ? this.read(family, id) : this.list(family, request.query);
    if (request.method !== 'POST') return failed(405, 'method_not_allowed');
    return this.once(request, () => {
      if (family === 'refunds') return id ? notFound() : this.refund(request.body);
      if (!id) return this.create(request.body);
      const payment = this.payments.find((one) => one.id === id);
      if (!payment) return notFound();
      if (action === 'capture') return this.capture(payment, request.body);
      return action === 'cancel' ? this.cancel(payment) : notFound();
    });
  }

  private receipt(request: FakeRequest, id: string | undefined): FakeAnswer {
    if (request.method === 'GET')
      return id
        ? (this.receipts.read(id) ?? notFound())
        : pageOf(this.receipts.list(request.query), request.query);
    return this.once(request, () => {
      const made = this.receipts.create(request.body);
      return typeof made === 'string' ? invalid(made) : made;
    });
  }

  /** The same key gives the same answer for a day; errors are not kept, and another body with it is refused. */
  private once(request: FakeRequest, run: () => FakeAnswer): FakeAnswer {
    const key = this.keyOf(request);
    if (key === null || key.length > 64) return invalid('Idempotence-Key');
    const asked = `${request.path} ${JSON.stringify(request.body)}`;
    const stored = this.keys.get(key);
    if (stored && stored.at + dayMs > this.world.clock.now())
      return stored.request === asked ? stored.answer : invalid('Idempotence-Key');
    const answer = run();
    if (answer.status === 200) this.keys.set(key, { request: asked, answer, at: this.world.clock.now() });
    return answer;
  }

  private create(body: Fields): FakeAnswer {
    const amount = kopecksIn(body.amount);
    if (amount === undefined || amount < 100) return invalid('amount.value');
    const method = String(readFields(body.payment_method_data).type ?? 'bank_card');
    const capture = body.capture === true;
    if (oneStage.includes(method) && !capture) return invalid('capture');
    const { type, return_url } = readFields(body.confirmation);
    if (type !== 'redirect' || typeof return_url !== 'string') return invalid('confirmation');
    if (typeof body.description === 'string' && body.description.length > 128) return invalid('description');
    const payment: Payment = {
      id: uuid(this.world.random),
      status: 'pending',
      amount,
      currency: 'RUB',
      refunded: 0,
      capture,
      method,
      description: body.description,
      metadata: body.metadata,
      returnUrl: return_url,
      created: this.world.clock.now(),
      captured: null,
      expires: null,
      cancellation: null,
      test: false,
    };
    this.payments.push(payment);
    return this.shown(payment);
  }

  private capture(payment: Payment, body: Fields): FakeAnswer {
    if (payment.status !== 'waiting_for_capture') return invalid('status');
    const amount = body.amount === undefined ? payment.amount : kopecksIn(body.amount);
    if (amount === undefined || amount <= 0 || amount > payment.amount) return invalid('amount.value');
    if (amount < payment.amount && !partial.includes(payment.method)) return invalid('amount');
    payment.amount = amount;
    this.succeed(payment);
    return this.shown(payment);
  }

  private cancel(payment: Payment): FakeAnswer {
    if (payment.status !== 'waiting_for_capture') return invalid('status');
    this.end(payment, { party: 'merchant', reason: 'canceled_by_merchant' });
    return this.shown(payment);
  }

  private refund(body: Fields): FakeAnswer {
    const payment = this.payments.find(({ id }) => id === body.payment_id);
    const amount = kopecksIn(body.amount);
    if (payment?.status !== 'succeeded') return invalid('payment_id');
    if (payment.method === 'b2b_sberbank') return invalid('payment_id');
    if (amount === undefined || amount <= 0 || amount > this.balanceOf(payment))
      return invalid('amount.value');
    return { status: 200, body: this.shownRefund(this.addRefund(payment, amount, this.refundsEnd)) };
  }

  /** What no refund has taken or waits to take, and no buyer's bank has claimed. */
  private balanceOf({ id, amount }: Payment): number {
    const refunds = this.refunds.filter((one) => one.payment_id === id && one.status !== 'canceled');
    const claims = this.taken.filter((one) => one.kind === 'chargeback' && one.paymentId === id);
    return [...refunds, ...claims].reduce((rest, one) => rest - one.amount, amount);
  }

  private addRefund(
    payment: Payment,
    amount: number,
    end: Refund['status'],
    reason = this.refundReason,
  ): Refund {
    const refund: Refund = {
      id: uuid(this.world.random),
      payment_id: payment.id,
      status: 'pending',
      amount,
      created: this.world.clock.now(),
      cancellation: null,
    };
    this.refunds.push(refund);
    this.settle(refund, end, reason);
    return refund;
  }

  /** Only the success of a refund is told: a canceled one must be asked for. */
  private settle(refund: Refund, end: Refund['status'], reason: string): void {
    refund.status = end;
    if (end === 'canceled') refund.cancellation = { party: 'yoo_money', reason };
    if (end !== 'succeeded') return;
    const payment = this.payments.find(({ id }) => id === refund.payment_id);
    if (payment) {
      payment.refunded += refund.amount;
      this.take('refund', payment, refund.id, refund.amount);
    }
    this.notify('refund.succeeded', this.shownRefund(refund));
  }

  private read(family: 'payments' | 'refunds', id: string): FakeAnswer {
    const payment = family === 'payments' ? this.payments.find((one) => one.id === id) : undefined;
    if (payment) return this.lied(payment, this.shown(payment));
    const refund = family === 'refunds' ? this.refunds.find((one) => one.id === id) : undefined;
    return refund ? { status: 200, body: this.shownRefund(refund) } : notFound();
  }

  /** What a reader is told, as `show` says. */
  private lied({ id, currency }: Payment, answer: FakeAnswer): FakeAnswer {
    const lie = this.lies.get(id);
    if (!lie || lie.times <= 0) return answer;
    lie.times -= 1;
    const { status, amount, form } = lie.fields;
    const body = readFields(answer.body);
    const sum = typeof amount === 'number' ? amount : Math.round(Number(readFields(body.amount).value) * 100);
    const value = form === 'number' ? sum / 100 : form === 'three' ? `${rubles(sum)}0` : rubles(sum);
    return {
      status: 200,
      body: {
        ...body,
        ...(typeof status === 'string' && { status, paid: status === 'succeeded' }),
        amount: { value, currency },
      },
    };
  }

  /** Latest first. */
  private list(family: 'payments' | 'refunds', query: URLSearchParams): FakeAnswer {
    const since = Date.parse(query.get('created_at.gte') ?? '1970-01-01T00:00:00Z');
    const rows = family === 'payments' ? this.payments : this.refunds;
    const found = rows.toReversed().filter(({ created }) => created >= since);
    return pageOf(found, query, (row) => ('metadata' in row ? this.shown(row).body : this.shownRefund(row)));
  }

  tick = () => {
    const now = this.world.clock.now();
    for (const payment of this.payments) {
      const patience = payment.method === 'b2b_sberbank' ? 8 * hourMs : hourMs;
      if (payment.status === 'pending' && payment.created + patience <= now)
        this.end(payment, { party: 'yoo_money', reason: 'expired_on_confirmation' });
      if (payment.status === 'waiting_for_capture' && payment.expires !== null && payment.expires <= now)
        this.end(payment, { party: 'yoo_money', reason: 'expired_on_capture' });
    }
  };

  /** docs/payments.md names them. */
  control(command: Fields): unknown {
    const reason = typeof command.reason === 'string' ? command.reason : 'general_decline';
    const ofReceipts = this.receipts.control(command);
    if (ofReceipts !== undefined) return ofReceipts;
    if (command.do === 'payments') return this.payments.map(({ id }) => ({ id }));
    if (command.do === 'cabinet') {
      this.webhookUrl = typeof command.webhookUrl === 'string' ? command.webhookUrl : undefined;
      return { webhookUrl: this.webhookUrl ?? null };
    }
    if (command.do === 'refunds') {
      this.refundsEnd = command.end === 'pending' || command.end === 'canceled' ? command.end : 'succeeded';
      this.refundReason = reason;
      return { end: this.refundsEnd };
    }
    if (command.do === 'settle' && command.id === undefined) {
      const pending = this.refunds.filter(({ status }) => status === 'pending');
      for (const one of pending)
        this.settle(one, command.end === 'canceled' ? 'canceled' : 'succeeded', reason);
      return { settled: pending.length };
    }
    if (command.do === 'settle') {
      const refund = this.refunds.find(({ id }) => id === command.id);
      if (refund?.status !== 'pending') return undefined;
      this.settle(refund, command.end === 'canceled' ? 'canceled' : 'succeeded', reason);
      return this.shownRefund(refund);
    }
    const payment = this.payments.find(({ id }) => id === command.id);
    return payment && this.controlPayment(payment, command, reason);
  }

  private controlPayment(payment: Payment, command: Fields, reason: string): unknown {
    switch (command.do) {
      case 'pay':
        return this.pay(payment, command);
      case 'end':
        if (payment.status !== 'pending' && payment.status !== 'waiting_for_capture') return undefined;
        this.end(payment, { party: 'payment_network', reason });
        return this.shown(payment).body;
      case 'refund':
        if (Number(command.amount) > this.balanceOf(payment)) return undefined;
        return this.shownRefund(this.addRefund(payment, Number(command.amount), 'succeeded'));
      case 'chargeback':
        this.take('chargeback', payment, payment.id, Number(command.amount ?? payment.amount));
        return this.shown(payment).body;
      case 'show':
        this.lies.set(payment.id, { fields: command, times: Number(command.times ?? 1) });
        return { times: Number(command.times ?? 1) };
      case 'tell': {
        const status = String(command.status ?? 'succeeded');
        const object = { ...readFields(this.shown(payment).body), status, paid: status === 'succeeded' };
        this.notify(`payment.${status}`, object);
        return object;
      }
      default:
        return undefined;
    }
  }

  private take(kind: Movement['kind'], payment: Payment, id: string, amount: number): void {
    const { method, currency, description, metadata, created } = payment;
    this.taken.push({
      kind,
      id,
      paymentId: payment.id,
      method,
      amount,
      currency,
      created,
      at: this.world.clock.now(),
      key: String(readFields(metadata).attempt ?? ''),
      description: typeof description === 'string' ? description : '',
      fee: kind === 'payment' ? acquirerFee(amount) : 0,
    });
  }

  /** The buyer pays, also another sum or currency, or in a test shop. */
  private pay(payment: Payment, { amount, currency, test }: Fields): unknown {
    if (payment.status !== 'pending') return undefined;
    if (typeof amount === 'number') payment.amount = amount;
    if (typeof currency === 'string') payment.currency = currency;
    payment.test = test === true;
    if (payment.capture) {
      this.succeed(payment);
    } else {
      payment.status = 'waiting_for_capture';
      payment.expires = this.world.clock.now() + 7 * dayMs;
      this.notify('payment.waiting_for_capture', this.shown(payment).body);
    }
    return this.shown(payment).body;
  }

  private succeed(payment: Payment): void {
    payment.status = 'succeeded';
    payment.captured = this.world.clock.now();
    payment.expires = null;
    this.take('payment', payment, payment.id, payment.amount);
    this.notify('payment.succeeded', this.shown(payment).body);
  }

  private end(payment: Payment, cancellation: { party: string; reason: string }): void {
    payment.status = 'canceled';
    payment.cancellation = cancellation;
    this.notify('payment.canceled', this.shown(payment).body);
  }

  private notify(event: string, object: unknown): void {
    this.world.notify(this.webhookUrl, { type: 'notification', event, object });
  }

  private shown(payment: Payment): FakeAnswer {
    const { id, status, currency, method, description, metadata, cancellation } = payment;
    const sum = (kopecks: number) => ({ value: rubles(kopecks), currency });
    const isPaid = status === 'succeeded' || status === 'waiting_for_capture';
    const body = {
      id,
      status,
      paid: isPaid,
      amount: sum(payment.amount),
      description,
      metadata,
      test: payment.test,
      recipient: { account_id: '100500', gateway_id: '100700' },
      created_at: iso(payment.created),
      payment_method: { type: method, id, saved: false, ...(isPaid && { title: 'Bank card *4444' }) },
      refundable: status === 'succeeded' && this.balanceOf(payment) > 0,
      ...(status === 'pending' && {
        confirmation: {
          type: 'redirect',
          confirmation_url: `${this.payPage ?? `${this.world.base}/pay`}/${id}`,
        },
      }),
      ...(status === 'succeeded' && {
        income_amount: sum(payment.amount - acquirerFee(payment.amount)),
        refunded_amount: sum(payment.refunded),
      }),
      ...(payment.captured !== null && { captured_at: iso(payment.captured) }),
      ...(payment.expires !== null && { expires_at: iso(payment.expires) }),
      ...(cancellation && { cancellation_details: cancellation }),
    };
    return { status: 200, body };
  }

  private shownRefund({ amount, created, cancellation, ...refund }: Refund) {
    return {
      ...refund,
      amount: { value: rubles(amount), currency: 'RUB' },
      created_at: iso(created),
      ...(cancellation && { cancellation_details: cancellation }),
    };
  }
}

/** In pages of a limit. */
function pageOf<Row>(
  rows: readonly Row[],
  query: URLSearchParams,
  shown: (row: Row) => unknown = (row) => row,
): FakeAnswer {
  const limit = Number(query.get('limit') ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return invalid('limit');
  const start = Number(query.get('cursor') ?? 0);
  const items = rows.slice(start, start + limit).map(shown);
  const next = start + limit < rows.length ? { next_cursor: String(start + limit) } : {};
  return { status: 200, body: { type: 'list', items, ...next } };
}

const iso = (time: number) => new Date(time).toISOString();

/** Strict: a text with two decimals, in roubles. */
function kopecksIn(amount: unknown): number | undefined {
  const { value, currency } = readFields(amount);
  const isSum = typeof value === 'string' && /^\d{1,9}\.\d{2}$/.test(value) && currency === 'RUB';
  return isSum ? Number(value.replace('.', '')) : undefined;
}

function failed(status: number, code: string, description = code, more: Fields = {}): FakeAnswer {
  return { status, body: { type: 'error', id: 'e-1', code, description, ...more } };
}

const notFound = () => failed(404, 'not_found');
const invalid = (parameter: string) =>
  failed(400, 'invalid_request', `Invalid parameter ${parameter}`, { parameter });
