import { createHash } from 'node:crypto';
import {
  type FakeAnswer,
  type FakeOptions,
  type FakeRequest,
  type Fields,
  type Protocol,
  startFake,
} from './core';
import { acquirerFee, type Movement, rubles } from './movements';
import type { Alteration } from './webhooks';
import type { World } from './world';

/** T-Bank acquiring v2: one and two stages, the fast payment system, cancellations and notifications. Sums are kopecks. */
export interface TbankOptions extends FakeOptions {
  terminal: string;
  password: string;
}

interface Payment {
  PaymentId: string;
  OrderId: string;
  Amount: number;
  /** What cancellations have left of it. */
  rest: number;
  Status: string;
  payType: 'O' | 'T';
  isSbp: boolean;
  notificationUrl: string | undefined;
  returnUrl: string | null;
  description: string;
  created: number;
  dueAt: number;
  heldUntil: number | null;
  /** A refund that is under way, and the status that it came from. */
  refunding: { amount: number; from: string } | null;
  /** What was returned last. */
  last: number;
  /** Answers to refunds with an id of their own. */
  answers: Map<string, FakeAnswer>;
}

const dayMs = 86_400_000;

export const startTbank = (options: TbankOptions) => startFake((world) => new Tbank(world, options), options);

class Tbank implements Protocol {
  readonly repeatMs = 3_600_000;
  private readonly payments: Payment[] = [];
  private readonly taken: Movement[] = [];
  /** What the next reads of a payment say instead of the truth. */
  private readonly lies = new Map<string, { fields: Fields; times: number }>();
  private refundsEnd: 'succeeded' | 'pending' | 'canceled' = 'succeeded';
  /** What `Amount` is once something was returned; the documentation does not say. */
  private amounts: 'paid' | 'left' | 'last' = 'paid';
  private readonly world: World;
  private readonly terminal: string;
  private readonly password: string;

  constructor(world: World, { terminal, password }: TbankOptions) {
    this.world = world;
    this.terminal = terminal;
    this.password = password;
  }

  /** The text must be exactly this. */
  isConfirmed = (status: number, text: string) => status === 200 && text === 'OK';

  eventOf = (body: Fields) => String(body.Status);
  movements = () => this.taken;

  alter = (kind: Alteration, body: Fields): Fields => {
    switch (kind) {
      case 'wrong-token':
        return { ...body, Token: tokenOf(body, 'another password') };
      case 'unknown-event':
        return this.signed({ ...body, Status: 'CONSIDERED' });
      case 'extra-fields':
        return this.signed({ ...body, Route: 'ACQ', Risk: { Score: 1 } });
      case 'old':
        return this.signed({ ...body, Status: 'NEW' });
      case 'early':
        return this.signed({ ...body, Status: 'CONFIRMED' });
    }
  };

  private signed(body: Fields): Fields {
    return { ...body, Token: tokenOf(body, this.password) };
  }

  keyOf = ({ body }: FakeRequest) => {
    const key = body.ExternalRequestId ?? body.OrderId;
    return typeof key === 'string' ? key : null;
  };

  payable = (id: string) => {
    const payment = this.payments.find(({ PaymentId }) => PaymentId === id);
    return (
      payment && {
        sum: rubles(payment.Amount),
        isOpen: payment.Status === 'NEW',
        returnUrl: payment.returnUrl,
      }
    );
  };

  handle(request: FakeRequest): FakeAnswer {
    const { body } = request;
    const [, version, method] = request.path.split('/');
    if (request.method !== 'POST' || version !== 'v2') return { status: 404, body: 'Not found' };
    if (body.TerminalKey !== this.terminal || body.Token !== tokenOf(body, this.password))
      return failed('204', 'Wrong token');
    if (method === 'Init') return this.init(body);
    if (method === 'CheckOrder') return this.checkOrder(body);
    const payment = this.payments.find(({ PaymentId }) => PaymentId === String(body.PaymentId));
    if (!payment) return failed('6', 'Payment not found');
    if (method === 'GetState') return this.shown(payment, this.lieOf(payment));
    if (method === 'GetQr') return this.qr(payment);
    if (method === 'Confirm') return this.confirm(payment, body);
    return method === 'Cancel' ? this.cancel(payment, body) : { status: 404, body: 'Not found' };
  }

  private init(body: Fields): FakeAnswer {
    const { Amount, OrderId, RedirectDueDate } = body;
    if (typeof Amount !== 'number' || !Number.isInteger(Amount) || Amount < 1000)
      return failed('251', 'Wrong amount');
    if (typeof OrderId !== 'string' || OrderId.length > 36) return failed('212', 'Wrong order id');
    if (this.payments.some((one) => one.OrderId === OrderId)) return failed('20', 'Repeated order id');
    const due = typeof RedirectDueDate === 'string' ? Date.parse(RedirectDueDate) : Number.NaN;
    const payment: Payment = {
      PaymentId: String(900_001 + this.payments.length),
      OrderId,
      Amount,
      rest: Amount,
      Status: 'NEW',
      payType: body.PayType === 'T' ? 'T' : 'O',
      isSbp: false,
      refunding: null,
      last: 0,
      answers: new Map(),
      description: typeof body.Description === 'string' ? body.Description : '',
      created: this.world.clock.now(),
      notificationUrl: typeof body.NotificationURL === 'string' ? body.NotificationURL : undefined,
      returnUrl: typeof body.SuccessURL === 'string' ? body.SuccessURL : null,
      dueAt: Number.isNaN(due) ? this.world.clock.now() + dayMs : due,
      heldUntil: null,
    };
    this.payments.push(payment);
    return this.shown(payment, { PaymentURL: `${this.world.base}/pay/${payment.PaymentId}` });
  }

  private qr(payment: Payment): FakeAnswer {
    if (payment.Status !== 'NEW' || payment.payType === 'T') return failed('8', 'Wrong status');
    payment.isSbp = true;
    return this.shown(payment, {
      Data: `https://qr.nspk.ru/FAKE${payment.PaymentId}?type=02&sum=${payment.Amount}&cur=RUB`,
    });
  }

  private confirm(payment: Payment, { Amount }: Fields): FakeAnswer {
    if (payment.Status !== 'AUTHORIZED') return failed('8', 'Wrong status');
    const sum = Amount === undefined ? payment.Amount : Number(Amount);
    if (!Number.isInteger(sum) || sum <= 0 || sum > payment.Amount) return failed('251', 'Wrong amount');
    payment.Amount = sum;
    payment.rest = sum;
    this.take('payment', payment, sum);
    this.move(payment, 'CONFIRMED');
    return this.changed(payment);
  }

  /** Before the payment it cancels, before the capture it reverses, after it it refunds. */
  private cancel(payment: Payment, body: Fields): FakeAnswer {
    const key = typeof body.ExternalRequestId === 'string' ? body.ExternalRequestId : undefined;
    const known = key !== undefined && !payment.isSbp ? payment.answers.get(key) : undefined;
    if (known) return known;
    const amount = body.Amount === undefined ? payment.rest : Number(body.Amount);
    if (!Number.isInteger(amount) || amount <= 0 || amount > payment.rest)
      return failed('251', 'Wrong amount');
    const before = payment.rest;
    const isPart = amount < payment.rest;
    switch (payment.Status) {
      case 'NEW':
        this.move(payment, 'CANCELED');
        break;
      case 'AUTHORIZED':
      case 'PARTIAL_REVERSED':
        payment.rest -= amount;
        this.move(payment, isPart ? 'PARTIAL_REVERSED' : 'REVERSED');
        break;
      case 'CONFIRMED':
      case 'PARTIAL_REFUNDED':
        if (this.refundsEnd === 'canceled') return failed('1014', 'Refund declined');
        this.startRefund(payment, amount);
        if (this.refundsEnd === 'succeeded') this.endRefund(payment, true);
        break;
      default:
        return failed('8', 'Wrong status');
    }
    const answer = this.changed(payment, { OriginalAmount: before, NewAmount: payment.rest });
    if (key !== undefined) payment.answers.set(key, answer);
    return answer;
  }

  private startRefund(payment: Payment, amount: number): void {
    payment.refunding = { amount, from: payment.Status };
    payment.rest -= amount;
    payment.Status = 'ASYNC_REFUNDING';
  }

  private endRefund(payment: Payment, isMade: boolean): void {
    const { amount, from } = payment.refunding ?? { amount: 0, from: payment.Status };
    payment.refunding = null;
    if (isMade) {
      payment.last = amount;
      this.take('refund', payment, amount);
      this.move(payment, payment.rest > 0 ? 'PARTIAL_REFUNDED' : 'REFUNDED');
      return;
    }
    payment.rest += amount;
    payment.Status = from;
  }

  private take(kind: Movement['kind'], payment: Payment, amount: number): void {
    const { PaymentId, OrderId, isSbp, description, created } = payment;
    this.taken.push({
      kind,
      id: PaymentId,
      paymentId: PaymentId,
      key: OrderId,
      method: isSbp ? 'sbp' : 'card',
      description,
      amount,
      currency: 'RUB',
      created,
      at: this.world.clock.now(),
      fee: kind === 'payment' ? acquirerFee(amount) : 0,
    });
  }

  private lieOf({ PaymentId }: Payment): Fields {
    const lie = this.lies.get(PaymentId);
    if (!lie || lie.times <= 0) return {};
    lie.times -= 1;
    const { status, amount, form } = lie.fields;
    return {
      ...(typeof status === 'string' && { Status: status }),
      ...(typeof amount === 'number' && { Amount: form === 'text' ? `${amount}` : amount }),
    };
  }

  private checkOrder({ OrderId }: Fields): FakeAnswer {
    const found = this.payments.filter((one) => one.OrderId === OrderId);
    if (found.length === 0) return failed('255', 'Order not found');
    const payments = found.map((one) => ({
      PaymentId: one.PaymentId,
      Amount: this.amountOf(one),
      Status: one.Status,
      Success: true,
      ErrorCode: '0',
    }));
    return ok({ TerminalKey: this.terminal, OrderId, Success: true, ErrorCode: '0', Payments: payments });
  }

  tick = () => {
    const now = this.world.clock.now();
    for (const payment of this.payments) {
      if (payment.Status === 'NEW' && payment.dueAt <= now) this.move(payment, 'DEADLINE_EXPIRED');
      if (payment.Status === 'AUTHORIZED' && payment.heldUntil !== null && payment.heldUntil <= now) {
        payment.rest = 0;
        this.move(payment, 'REVERSED');
      }
    }
  };

  /** The same commands as at the other acquirer. */
  control(command: Fields): unknown {
    if (command.do === 'payments') return this.payments.map(({ PaymentId }) => ({ id: PaymentId }));
    if (command.do === 'refunds') {
      this.refundsEnd = command.end === 'pending' || command.end === 'canceled' ? command.end : 'succeeded';
      return { end: this.refundsEnd };
    }
    if (command.do === 'cabinet') {
      this.amounts = command.amounts === 'left' || command.amounts === 'last' ? command.amounts : 'paid';
      return { amounts: this.amounts };
    }
    if (command.do === 'settle' && command.id === undefined) {
      const pending = this.payments.filter(({ refunding }) => refunding !== null);
      for (const one of pending) this.endRefund(one, command.end !== 'canceled');
      return { settled: pending.length };
    }
    const payment = this.payments.find(({ PaymentId }) => PaymentId === command.id);
    return payment && this.controlPayment(payment, command);
  }

  private controlPayment(payment: Payment, command: Fields): unknown {
    switch (command.do) {
      case 'pay':
        return this.pay(payment, command);
      case 'end':
        if (payment.Status !== 'NEW' && payment.Status !== 'AUTHORIZED') return undefined;
        this.move(payment, 'REJECTED', { Success: false, ErrorCode: '1051' });
        return this.shown(payment).body;
      case 'refund':
        if (payment.refunding || Number(command.amount) > payment.rest) return undefined;
        this.startRefund(payment, Number(command.amount));
        this.endRefund(payment, true);
        return this.shown(payment).body;
      case 'settle':
        if (!payment.refunding) return undefined;
        this.endRefund(payment, command.end !== 'canceled');
        return this.shown(payment).body;
      case 'chargeback':
        this.take('chargeback', payment, Number(command.amount ?? payment.Amount));
        return this.shown(payment).body;
      case 'show':
        this.lies.set(payment.PaymentId, { fields: command, times: Number(command.times ?? 1) });
        return { times: Number(command.times ?? 1) };
      case 'tell':
        this.notify(payment, { Status: String(command.status ?? 'CONFIRMED') });
        return this.shown(payment).body;
      default:
        return undefined;
    }
  }

  /** In one stage the authorisation and the success are told at the same time, in any order. */
  private pay(payment: Payment, { amount }: Fields): unknown {
    if (payment.Status !== 'NEW') return undefined;
    if (typeof amount === 'number') {
      payment.Amount = amount;
      payment.rest = amount;
    }
    const isCard = !payment.isSbp;
    if (payment.payType === 'T') {
      payment.heldUntil = this.world.clock.now() + 7 * dayMs;
      this.move(payment, 'AUTHORIZED');
      return this.shown(payment).body;
    }
    this.take('payment', payment, payment.Amount);
    const isFirst = isCard && this.world.random() < 0.5;
    if (isCard && !isFirst) this.notify(payment, { Status: 'AUTHORIZED' });
    this.move(payment, 'CONFIRMED');
    if (isFirst) this.notify(payment, { Status: 'AUTHORIZED' });
    return this.shown(payment).body;
  }

  private move(payment: Payment, status: string, more: Fields = {}): void {
    payment.Status = status;
    this.notify(payment, { Status: status, ...more });
  }

  private notify(payment: Payment, more: Fields): void {
    const { OrderId, PaymentId, isSbp } = payment;
    const body: Fields = {
      TerminalKey: this.terminal,
      OrderId,
      Success: true,
      PaymentId: Number(PaymentId),
      ErrorCode: '0',
      Amount: this.amountOf(payment),
      // Fields of a card are absent in the fast payment system; nested ones are not signed.
      ...(isSbp ? {} : { CardId: 700, Pan: '220000******0001', ExpDate: '1229' }),
      Data: { Source: isSbp ? 'SBP' : 'Cards' },
      ...more,
    };
    this.world.notify(payment.notificationUrl, this.signed(body));
  }

  /** Answers to changes have no sum of the payment. */
  private changed({ PaymentId, OrderId, Status }: Payment, more: Fields = {}): FakeAnswer {
    return ok({
      TerminalKey: this.terminal,
      Status,
      PaymentId,
      OrderId,
      Success: true,
      ErrorCode: '0',
      ...more,
    });
  }

  private amountOf({ Amount, rest, last, Status }: Payment): number {
    const isReturned = Status === 'PARTIAL_REFUNDED' || Status === 'REFUNDED';
    return !isReturned || this.amounts === 'paid' ? Amount : this.amounts === 'left' ? rest : last;
  }

  private shown(payment: Payment, more: Fields = {}): FakeAnswer {
    const { PaymentId, OrderId, Status } = payment;
    return ok({
      TerminalKey: this.terminal,
      Status,
      PaymentId,
      OrderId,
      Amount: this.amountOf(payment),
      Success: true,
      ErrorCode: '0',
      ...more,
    });
  }
}

const ok = (body: Fields): FakeAnswer => ({ status: 200, body });
/** Errors have the status of success, too. */
const failed = (code: string, message: string) => ok({ Success: false, ErrorCode: code, Message: message });

/** Values of the scalar fields and of the password, sorted by their names, as SHA-256. */
function tokenOf(fields: Fields, password: string): string {
  const signed = Object.entries({ ...fields, Password: password }).filter(
    ([name, value]) => name !== 'Token' && typeof value !== 'object',
  );
  const text = signed
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => String(value))
    .join('');
  return createHash('sha256').update(text).digest('hex');
}
