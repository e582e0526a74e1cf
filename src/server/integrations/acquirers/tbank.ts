import { createHash } from 'node:crypto';
import { ownValue } from '@/contract/core/own-value';
import { trimEnd } from '@/contract/core/text';
import type { JsonRecord } from '@/server/core/json-record';
import type { TbankSettings } from '../acquirer-settings';
import { acquirerMethods } from '../online-ways';
import { byStatus, type CalledService, call, type Outcome } from '../outgoing/call';
import { record, text } from '../values';
import {
  type CreatePayment,
  type CreateRefund,
  type FoundPayment,
  type PaymentProvider,
  type PaymentState,
  type ProviderDeps,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderResult,
  type StoredRefund,
  unreadable,
} from './payment-provider';

const defaultUrl = 'https://securepay.tinkoff.ru/v2';

const states: Record<string, PaymentState> = {
  ...of(
    'pending',
    'NEW',
    'FORM_SHOWED',
    'FORMSHOWED',
    'AUTHORIZING',
    '3DS_CHECKING',
    '3DS_CHECKED',
    'PAY_CHECKING',
  ),
  // What stays of a partly reversed hold is still captured or reversed.
  ...of('held', 'AUTHORIZED', 'CONFIRMING', 'PARTIAL_REVERSED', 'REVERSING'),
  ...of('paid', 'CONFIRMED', 'REFUNDING', 'ASYNC_REFUNDING', 'PARTIAL_REFUNDED', 'REFUNDED'),
  ...of('canceled', 'REVERSED', 'CANCELED', 'DEADLINE_EXPIRED', 'ATTEMPTS_EXPIRED', 'REJECTED', 'AUTH_FAIL'),
};

function of(state: PaymentState, ...names: string[]): Record<string, PaymentState> {
  return Object.fromEntries(names.map((name) => [name, state]));
}

/** Errors of the bank itself: what was asked may have been done. */
const passing = ['3', '21', '55', '9999'];
/** The status does not allow it: usually an earlier request of ours has done it. */
const wrongStatus = ['4', '8'];

/** T-Bank acquiring v2 (https://developer.tbank.ru/eacq/api). */
export function openTbank(settings: TbankSettings, deps: ProviderDeps): PaymentProvider {
  const ask = openAsk(settings, deps);
  const read = async (id: string) =>
    resultOf(await ask('GetState', { PaymentId: id }, { reference: id }), paymentIn);
  /** Answers to changes have no sum, and one that is lost or comes second has no state: the payment is read. */
  const changed = async (outcome: Outcome, id: string, state: PaymentState) => {
    const result = resultOf(outcome, () => true);
    if (result.kind === 'refused' && !wrongStatus.includes(result.code)) return result;
    const now = await read(id);
    if (now.kind !== 'done' || result.kind === 'done') return now;
    return now.value.state === state ? now : result;
  };
  return {
    name: 'tbank',
    methods: acquirerMethods.tbank,
    // Its payments do not say whether they are tests.
    isTestShop: false,
    cancelsUnpaid: true,
    repeatCode: '20',
    readsRefundByPayment: true,
    repeatedRefundCodes: ['4', '8'],
    webhookAnswer: 'OK',
    create: (asked) => create(ask, asked),
    read,
    find: async ({ key }) => findByKey(ask, key),
    // A repeat would be refused, so the state is read instead.
    capture: async ({ id, amount }) =>
      changed(
        await ask(
          'Confirm',
          { PaymentId: id, ...(amount !== undefined && { Amount: amount }) },
          { reference: id },
        ),
        id,
        'paid',
      ),
    cancel: async ({ id }) => {
      // The same method refunds what is paid.
      const before = await read(id);
      if (before.kind !== 'done') return before;
      if (before.value.state === 'paid') return { kind: 'refused', code: 'paid', message: null };
      return changed(await ask('Cancel', { PaymentId: id }, { reference: id }), id, 'canceled');
    },
    refund: (asked) => refund(ask, asked),
    readRefund: (stored) => readRefund(ask, stored),
    list: null,
    listRefunds: null,
    parseWebhook,
  };
}

type Ask = (
  method: string,
  fields: JsonRecord,
  more: { reference: string | null; key?: string },
) => Promise<Outcome>;

/** Only what is read may be sent again, and a refund with a key of its own. */
function openAsk({ terminal, password, url = defaultUrl }: TbankSettings, deps: ProviderDeps): Ask {
  const service: CalledService = {
    name: 'tbank',
    keeps: { values: keptValues, texts: ['Message', 'Details'], secrets: [password] },
    judge: (status, { Success, ErrorCode }) => {
      if (byStatus(status) !== 'answered') return byStatus(status);
      if (Success === true && String(ErrorCode) === '0') return 'answered';
      // Not an answer of this protocol: it proves nothing.
      if (Success !== false) return 'unknown';
      return passing.includes(String(ErrorCode)) ? 'unknown' : 'refused';
    },
    mayRepeat: (outcome) => outcome.kind === 'unknown' || outcome.status === 429,
  };
  return (method, fields, { reference, key }) => {
    const signed = { TerminalKey: terminal, ...fields };
    const isHarmless = ['GetState', 'CheckOrder'].includes(method) || 'ExternalRequestId' in fields;
    return call(
      service,
      {
        method: 'POST',
        url: `${trimEnd(url, '/')}/${method}`,
        headers: {},
        body: { ...signed, Token: signFields(signed, password) },
        repeats: isHarmless ? deps.repeats : 0,
        reference,
        idempotencyKey: key,
      },
      deps,
    );
  };
}

/** What the journal may show: no card, no token, no address to pay at. */
const keptValues = [
  ...['TerminalKey', 'Amount', 'OrderId', 'PaymentId', 'PayType', 'Status', 'Success', 'ErrorCode'],
  ...['OriginalAmount', 'NewAmount', 'ExternalRequestId', 'RedirectDueDate', 'DataType'],
];

/**
 * SHA-256 over the values of the scalar fields and of the password, sorted by name. Over whatever fields there are: other
 * methods have others.
 */
export function signFields(fields: JsonRecord, password: string): string {
  const values = Object.entries({ ...fields, Password: password })
    .filter(([name, value]) => name !== 'Token' && ['string', 'number', 'boolean'].includes(typeof value))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, value]) => String(value));
  return createHash('sha256').update(values.join('')).digest('hex');
}

/** The link of the fast payment system is asked for in a second step. */
async function create(ask: Ask, asked: CreatePayment): Promise<ProviderResult<ProviderPayment>> {
  const { key, amount, isTwoStage, description, returnUrl, webhookUrl, expiresAt } = asked;
  const fields = {
    Amount: amount,
    OrderId: key,
    Description: description.slice(0, 140),
    PayType: isTwoStage ? 'T' : 'O',
    NotificationURL: webhookUrl,
    SuccessURL: returnUrl,
    FailURL: returnUrl,
    RedirectDueDate: expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
  };
  const outcome = await ask('Init', fields, { reference: key, key });
  const created = resultOf(outcome, paymentIn);
  if (created.kind !== 'done' || asked.method !== 'sbp') return created;
  const { id } = created.value;
  const qr = await ask('GetQr', { PaymentId: id, DataType: 'PAYLOAD' }, { reference: key });
  return resultOf(qr, ({ Data }) => {
    const payUrl = text(Data);
    return payUrl === null ? undefined : { ...created.value, payUrl };
  });
}

async function findByKey(ask: Ask, key: string): Promise<ProviderResult<FoundPayment[]>> {
  const outcome = await ask('CheckOrder', { OrderId: key }, { reference: key });
  if (outcome.kind === 'refused' && String(outcome.body.ErrorCode) === notFound)
    return { kind: 'done', value: [] };
  return resultOf(outcome, ({ Payments }) => {
    if (!Array.isArray(Payments)) return undefined;
    const found = Payments.map((row) => paymentIn({ ...record(row), OrderId: key }));
    return found.every((one) => one !== undefined) ? found : undefined;
  });
}

const notFound = '255';

/** Refunds of the fast payment system have no key, so they are never sent again. */
async function refund(
  ask: Ask,
  { paymentId, key, amount, method }: CreateRefund,
): Promise<ProviderResult<ProviderRefund>> {
  const hasKey = method !== 'sbp';
  const outcome = await ask(
    'Cancel',
    { PaymentId: paymentId, Amount: amount, ...(hasKey && { ExternalRequestId: key }) },
    { reference: paymentId, key },
  );
  return resultOf(outcome, ({ Status, NewAmount }) => {
    const state = ownValue(refundStates, String(Status));
    const left = state === 'succeeded' && isSum(NewAmount) ? NewAmount : null;
    return state && { id: null, paymentId, state, amount, left, cancelReason: null };
  });
}

const isSum = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const refundStates: Record<string, ProviderRefund['state']> = {
  REFUNDING: 'pending',
  ASYNC_REFUNDING: 'pending',
  PARTIAL_REFUNDED: 'succeeded',
  REFUNDED: 'succeeded',
};

/** Refunds have no ids: only that of the whole payment can be read, and of one part among several nothing. */
async function readRefund(
  ask: Ask,
  { paymentId, amount }: StoredRefund,
): Promise<ProviderResult<ProviderRefund>> {
  const outcome = await ask('GetState', { PaymentId: paymentId }, { reference: paymentId });
  return resultOf(outcome, ({ Status }) => {
    const state = Status === 'PARTIAL_REFUNDED' ? undefined : ownValue(refundStates, String(Status));
    return state && { id: null, paymentId, state, amount, left: null, cancelReason: null };
  });
}

function resultOf<T>(outcome: Outcome, read: (body: JsonRecord) => T | undefined): ProviderResult<T> {
  if (outcome.kind === 'unknown') return { kind: 'unknown', failure: outcome.failure };
  const { body } = outcome;
  if (outcome.kind === 'refused')
    return { kind: 'refused', code: String(body.ErrorCode ?? outcome.status), message: text(body.Message) };
  const value = read(body);
  return value === undefined ? unreadable : { kind: 'done', value };
}

/** Undefined for anything that is not exactly a payment: a sum or state that we misread would move money. */
function paymentIn(body: JsonRecord): ProviderPayment | undefined {
  const { Status, Amount } = body;
  const id = idIn(body.PaymentId);
  const state = ownValue(states, String(Status));
  const amount = isSum(Amount) ? Amount : undefined;
  if (id === null || state === undefined || amount === undefined) return undefined;
  const isPart = Status === 'PARTIAL_REFUNDED' || Status === 'REFUNDING' || Status === 'ASYNC_REFUNDING';
  return {
    id,
    state,
    amount,
    // The only one of this protocol.
    currency: 'RUB',
    refunded: isPart ? null : Status === 'REFUNDED' ? 'all' : 0,
    fee: null,
    key: text(body.OrderId),
    isTest: false,
    createdAt: null,
    expiresAt: null,
    payUrl: text(body.PaymentURL),
    cancelReason: state === 'canceled' ? String(Status) : null,
    hasExpired: Status === 'DEADLINE_EXPIRED',
  };
}

/** A number in notifications, a text in answers. */
function idIn(value: unknown): string | null {
  const id = typeof value === 'number' && Number.isSafeInteger(value) ? `${value}` : value;
  return typeof id === 'string' && /^\d{1,20}$/.test(id) ? id : null;
}

function parseWebhook(body: unknown): ReturnType<PaymentProvider['parseWebhook']> {
  const { PaymentId, Status } = record(body);
  const paymentId = idIn(PaymentId);
  // A receipt has a notification of its own.
  return paymentId === null || typeof Status !== 'string' || Status === 'RECEIPT'
    ? null
    : { paymentId, refundId: null };
}
