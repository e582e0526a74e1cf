import { toDecimal } from '@/contract/core/money';
import { ownValue } from '@/contract/core/own-value';
import { trimEnd } from '@/contract/core/text';
import type { PaymentMethod } from '@/contract/ledger/providers';
import type { JsonRecord } from '@/server/core/json-record';
import type { YookassaSettings } from '../acquirer-settings';
import { acquirerMethods } from '../online-ways';
import { byStatus, type CalledService, call, type Outcome } from '../outgoing/call';
import { record, text } from '../values';
import {
  type PaymentProvider,
  type PaymentState,
  type ProviderDeps,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderResult,
  unreadable,
} from './payment-provider';

const defaultUrl = 'https://api.yookassa.ru/v3';

const types: Record<PaymentMethod, string> = {
  card: 'bank_card',
  sbp: 'sbp',
  sberpay: 'sberbank',
  tpay: 'tinkoff_bank',
};
const states: Record<string, PaymentState> = {
  pending: 'pending',
  waiting_for_capture: 'held',
  succeeded: 'paid',
  canceled: 'canceled',
};
const refundStates: Record<string, ProviderRefund['state']> = {
  pending: 'pending',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

/** Pages of a sweep: more rows than these in two days are read in the acquirer's registry. */
const maxPages = 100;

/** YooKassa API v3 (https://yookassa.ru/developers/api). */
export function openYookassa(settings: YookassaSettings, deps: ProviderDeps): PaymentProvider {
  const ask = openAsk(settings, deps);
  const change = async (path: string, key: string, body: object, reference: string) =>
    resultOf(await ask('POST', path, { key, body, reference }), paymentIn);
  const list = (since: Date) => listSince(ask, 'payments', since, paymentIn);
  return {
    name: 'yookassa',
    methods: acquirerMethods.yookassa,
    isTestShop: settings.secret.startsWith('test_'),
    cancelsUnpaid: false,
    repeatCode: null,
    // It would ask anew with a key that is forgotten after a day.
    readsRefundByPayment: false,
    repeatedRefundCodes: [],
    webhookAnswer: '',
    create: ({ key, orderId, amount, method, isTwoStage, description, returnUrl }) =>
      change(
        'payments',
        key,
        {
          amount: sum(amount),
          capture: !isTwoStage,
          payment_method_data: { type: types[method] },
          confirmation: { type: 'redirect', return_url: returnUrl },
          description: description.slice(0, 128),
          metadata: { attempt: key, order_id: String(orderId) },
        },
        key,
      ),
    read: async (id) =>
      resultOf(await ask('GET', `payments/${encodeURIComponent(id)}`, { reference: id }), paymentIn),
    find: async ({ key, since }) => {
      const found = await list(since);
      return found.kind === 'done'
        ? { ...found, value: found.value.filter((one) => one.key === key) }
        : found;
    },
    capture: ({ id, key, amount }) =>
      change(
        `payments/${encodeURIComponent(id)}/capture`,
        key,
        amount === undefined ? {} : { amount: sum(amount) },
        id,
      ),
    cancel: ({ id, key }) => change(`payments/${encodeURIComponent(id)}/cancel`, key, {}, id),
    refund: async ({ paymentId, key, amount }) =>
      resultOf(
        await ask('POST', 'refunds', {
          key,
          body: { payment_id: paymentId, amount: sum(amount) },
          reference: paymentId,
        }),
        refundIn,
      ),
    readRefund: (stored) => readRefund(ask, stored),
    list,
    listRefunds: (since) => listSince(ask, 'refunds', since, refundIn),
    parseWebhook,
  };
}

export type AskYookassa = (
  method: 'GET' | 'POST',
  path: string,
  more: { key?: string; body?: object; reference: string | null },
) => Promise<Outcome>;

/** Every POST has a key, so every request may be sent again. */
export function openAsk(
  { shopId, secret, url = defaultUrl }: YookassaSettings,
  deps: ProviderDeps,
): AskYookassa {
  const basic = Buffer.from(`${shopId}:${secret}`).toString('base64');
  const service: CalledService = {
    name: 'yookassa',
    keeps: { values: keptValues, texts: ['description'], secrets: [secret, basic] },
    // 202: accepted, and not done yet.
    judge: (status) => (status === 202 ? 'unknown' : byStatus(status)),
    mayRepeat: (outcome) => outcome.kind === 'unknown' || outcome.status === 429,
    pauseMs: ({ body }) =>
      typeof body.retry_after === 'number' ? Math.min(body.retry_after, 10_000) : undefined,
  };
  return (method, path, { key, body, reference }) =>
    call(
      service,
      {
        method,
        url: `${trimEnd(url, '/')}/${path}`,
        headers: { authorization: `Basic ${basic}`, ...(key !== undefined && { 'idempotence-key': key }) },
        body,
        repeats: deps.repeats,
        reference,
        idempotencyKey: key,
      },
      deps,
    );
}

/** What the journal may show: neither `title` of a card nor data of the payer. */
const keptValues = [
  ...['id', 'type', 'event', 'status', 'paid', 'test', 'refundable', 'capture', 'value', 'currency'],
  ...['created_at', 'captured_at', 'expires_at', 'payment_id', 'attempt', 'order_id', 'code', 'parameter'],
  ...['party', 'reason', 'retry_after', 'account_id', 'gateway_id', 'next_cursor', 'limit', 'cursor'],
  ...['created_at.gte', 'created_at.lt', 'receipt_registration', 'saved', 'refund_id', 'registered_at'],
  ...['fiscal_document_number', 'fiscal_storage_number', 'fiscal_attribute', 'fiscal_provider_id'],
  ...['quantity', 'vat_code', 'payment_mode', 'payment_subject', 'tax_system_code'],
];

async function listSince<Row>(
  ask: AskYookassa,
  list: 'payments' | 'refunds',
  since: Date,
  read: (body: JsonRecord) => Row | undefined,
): Promise<ProviderResult<Row[]>> {
  const found: Row[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({
      'created_at.gte': since.toISOString(),
      limit: '100',
      ...(cursor !== null && { cursor }),
    });
    const outcome: Outcome = await ask('GET', `${list}?${query}`, { reference: null });
    const rows = resultOf(outcome, ({ items }) => (Array.isArray(items) ? items.map(record) : undefined));
    if (rows.kind !== 'done') return rows;
    for (const body of rows.value) {
      const row = read(body);
      if (!row) return unreadable;
      found.push(row);
    }
    cursor = text(outcome.body.next_cursor);
    if (cursor === null) return { kind: 'done', value: found };
  }
  return unreadable;
}

async function readRefund(
  ask: AskYookassa,
  { paymentId, refundId, key, amount }: Parameters<PaymentProvider['readRefund']>[0],
): Promise<ProviderResult<ProviderRefund>> {
  // Without an id the same request with the same key answers with the refund that it made.
  const outcome = await (refundId === null
    ? ask('POST', 'refunds', {
        key,
        body: { payment_id: paymentId, amount: sum(amount) },
        reference: paymentId,
      })
    : ask('GET', `refunds/${encodeURIComponent(refundId)}`, { reference: paymentId }));
  return resultOf(outcome, refundIn);
}

function resultOf<T>(outcome: Outcome, read: (body: JsonRecord) => T | undefined): ProviderResult<T> {
  if (outcome.kind === 'unknown') return { kind: 'unknown', failure: outcome.failure };
  const { body } = outcome;
  if (outcome.kind === 'refused')
    return { kind: 'refused', code: text(body.code) ?? `${outcome.status}`, message: text(body.description) };
  const value = read(body);
  return value === undefined ? unreadable : { kind: 'done', value };
}

/** Undefined for anything that is not exactly a payment: a sum or state that we misread would move money. */
function paymentIn(body: JsonRecord): ProviderPayment | undefined {
  const id = text(body.id);
  const state = ownValue(states, String(body.status));
  const amount = kopecksIn(body.amount);
  const refunded = body.refunded_amount === undefined ? 0 : kopecksIn(body.refunded_amount);
  if (id === null || state === undefined || amount === undefined || refunded === undefined) return undefined;
  const income = kopecksIn(body.income_amount);
  const { reason } = record(body.cancellation_details);
  return {
    id,
    state,
    amount,
    currency: String(record(body.amount).currency),
    refunded,
    fee: income === undefined ? null : amount - income,
    key: text(record(body.metadata).attempt),
    isTest: body.test === true,
    createdAt: text(body.created_at),
    expiresAt: text(body.expires_at),
    payUrl: text(record(body.confirmation).confirmation_url),
    cancelReason: text(reason),
    hasExpired: reason === 'expired_on_confirmation',
  };
}

function refundIn(body: JsonRecord): ProviderRefund | undefined {
  const [id, paymentId, amount] = [text(body.id), text(body.payment_id), kopecksIn(body.amount)];
  const state = ownValue(refundStates, String(body.status));
  if (id === null || paymentId === null || state === undefined || amount === undefined) return undefined;
  const cancelReason = text(record(body.cancellation_details).reason);
  return { id, paymentId, state, amount, left: null, cancelReason };
}

function parseWebhook(body: unknown): ReturnType<PaymentProvider['parseWebhook']> {
  const { type, event, object } = record(body);
  const [id, paymentId] = [text(record(object).id), text(record(object).payment_id)];
  if (type !== 'notification' || typeof event !== 'string' || id === null) return null;
  if (event.startsWith('payment.')) return { paymentId: id, refundId: null };
  return event.startsWith('refund.') && paymentId !== null ? { paymentId, refundId: id } : null;
}

const sum = (kopecks: number) => ({ value: toDecimal(kopecks), currency: 'RUB' });

/** Roubles as text with two decimals, read digit by digit. */
export function kopecksIn(amount: unknown): number | undefined {
  const { value } = record(amount);
  return typeof value === 'string' && /^\d{1,12}\.\d{2}$/.test(value)
    ? Number(value.replace('.', ''))
    : undefined;
}
