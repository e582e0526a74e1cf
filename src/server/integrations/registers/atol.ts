import { fromMinor, toMinor } from '@/contract/core/money';
import { trimEnd } from '@/contract/core/text';
import { vatWithin } from '@/contract/ledger/accounts';
import { type ReceiptLine, vatPercent } from '@/contract/receipts/receipt';
import type { ReceiptFailure } from '@/contract/receipts/registers';
import type { JsonRecord } from '@/server/core/json-record';
import type { AtolSettings } from '../acquirer-settings';
import { moscowClock } from '../moscow-day';
import { byStatus, type CallDeps, type CalledService, call, type Outcome } from '../outgoing/call';
import { scrub } from '../outgoing/redact';
import { number, record, text, webAddress } from '../values';
import type {
  CallbackSubject,
  CashRegister,
  FiscalData,
  ReceiptDocument,
  RegisterAnswer,
} from './cash-register';

const defaultUrl = 'https://online.atol.ru/possystem/v5';

/** The service takes one document a second for each device of the group. */
const paceMs = 1000;

/**
 * ATOL Online v5, format of fiscal documents 1.2. One token serves until it expires: whoever asks with an old one gets code
 * 11, and a new one is taken. The same `external_id` is the same document for ever, so a lost answer is asked for by
 * sending the document again.
 */
export function openAtol(settings: AtolSettings, deps: CallDeps): CashRegister {
  const service = serviceOf(settings);
  const base = trimEnd(settings.url ?? defaultUrl, '/');
  let token: string | undefined;

  const newToken = async (): Promise<RegisterAnswer | string> => {
    const { login, password } = settings;
    const request = { url: `${base}/getToken`, body: { login, pass: password }, headers: {} };
    const outcome = await call(service, { ...request, method: 'POST', repeats: 0, reference: null }, deps);
    const taken = outcome.kind === 'answered' ? text(outcome.body.token) : null;
    if (taken !== null) return taken;
    // Nothing was sent yet, so nothing is unknown of the document; the queue stops as it does for wrong credentials.
    return outcome.kind === 'unknown'
      ? { kind: 'failed', failure: 'silent', text: outcome.failure, cause: 'access' }
      : answerOf(outcome, null);
  };

  const ask = async (
    path: string,
    { body, reference, id = null }: { body?: JsonRecord; reference: string; id?: string | null },
  ): Promise<RegisterAnswer> => {
    for (let isFirst = true; ; isFirst = false) {
      const taken: RegisterAnswer | string = token ?? (await newToken());
      if (typeof taken !== 'string') return taken;
      token = taken;
      const outcome = await call(
        service,
        {
          method: body ? 'POST' : 'GET',
          url: `${base}/${settings.group}/${path}`,
          body,
          // The same id is registered once, so the same document may be sent again.
          headers: { Token: taken },
          repeats: 0,
          reference,
          idempotencyKey: body ? reference : undefined,
        },
        deps,
      );
      if (codeOf(outcome) !== expiredToken) return answerOf(outcome, id);
      token = undefined;
      if (!isFirst) return answerOf(outcome, id);
    }
  };
  const send = (document: ReceiptDocument) =>
    ask(operationOf(document), { body: bodyOf(document), reference: document.id });

  return {
    name: 'atol',
    paceMs,
    send,
    find: send,
    read: (id) => ask(`report/${encodeURIComponent(id)}`, { reference: id, id }),
    totals: null,
    parseCallback,
  };
}

/** Not signed: it only says what to read. */
export function parseCallback(body: unknown): CallbackSubject | null {
  const { uuid, external_id } = record(body);
  const id = text(uuid);
  return id === null || id.length > maxIdLength ? null : { id, documentId: text(external_id) };
}

const maxIdLength = 128;

function serviceOf({ login, password }: AtolSettings): CalledService {
  return {
    name: 'atol',
    keeps: {
      values: [
        'external_id',
        'uuid',
        'status',
        'code',
        'type',
        'total',
        'sum',
        'price',
        'quantity',
        'timestamp',
        'fiscal_document_number',
        'fiscal_document_attribute',
        'fn_number',
        'payment_method',
        'payment_object',
      ],
      texts: ['text'],
      secrets: [password, login],
    },
    // Documents that wait are refused with HTTP 400 and an error, but they are there.
    judge: (status, { error, status: state }) => {
      if (state === 'wait' || state === 'done' || state === 'fail') return 'answered';
      const code = number(record(error).code);
      if (code !== null && unclear.includes(code)) return 'unknown';
      return byStatus(status);
    },
    mayRepeat: () => false,
  };
}

const expiredToken = 11;
const notKnown = 30;
/** Failures of the service itself: the document may have been accepted. */
const unclear = [0, 1, 50];
const accessCodes = [10, 11, 12, 14, 20, 21];
/** The document waited too long for its device. */
const gaveUp = -1;
const companyCodes = [2003, 2009];
const documentCodes = [13, 32, 40, 41, 2006, 2007];
/** Errors of the device about sums, quantities, taxes and subjects, and about codes of goods. */
const driverSumCodes = [16, 17, 66, 110, 128];
const driverMarkCodes = [143, 144, 145, 161, 193];

function codeOf(outcome: Outcome): number | null {
  return number(record(outcome.body.error).code);
}

/** `asked` is the id of the document that was read: an answer without one is about it. */
function answerOf(outcome: Outcome, asked: string | null): RegisterAnswer {
  if (outcome.kind === 'unknown') return { kind: 'unknown', failure: outcome.failure };
  const { body } = outcome;
  const id = text(body.uuid) ?? asked;
  const fiscal = fiscalIn(record(body.payload));
  if (body.status === 'done' && id !== null && fiscal) {
    const total = number(record(body.payload).total);
    const isOf = { documentId: text(body.external_id), total: total === null ? null : toMinor(total) };
    return { kind: 'done', id, fiscal, isOf };
  }
  if (body.status === 'wait') return { kind: 'waiting', id };
  const error = record(body.error);
  const code = number(error.code);
  if (code === null) return { kind: 'unknown', failure: `unreadable ${outcome.status}` };
  if (code === notKnown) return { kind: 'none' };
  const type = text(error.type);
  const said = [type, code, text(error.text)].filter((one) => one !== null).join(' ');
  return { kind: 'failed', text: scrub(said), ...failureOf(code, type) };
}

type Failed = Pick<Extract<RegisterAnswer, { kind: 'failed' }>, 'failure' | 'cause'>;

function failureOf(code: number, type: string | null): Failed {
  const data = (failure: ReceiptFailure): Failed => ({ failure, cause: 'data' });
  if (type === 'driver' && driverSumCodes.includes(code)) return data('sums');
  if (type === 'driver' && driverMarkCodes.includes(code)) return data('marking');
  if (type === 'driver') return { failure: 'register', cause: 'register' };
  if (code === gaveUp) return { failure: 'timeout', cause: 'register' };
  if (accessCodes.includes(code)) return { failure: 'access', cause: 'access' };
  if (companyCodes.includes(code)) return data('company');
  return documentCodes.includes(code) ? data('document') : { failure: 'register', cause: 'register' };
}

function fiscalIn(payload: JsonRecord): FiscalData | null {
  const [drive, document, sign] = [
    payload.fn_number,
    payload.fiscal_document_number,
    payload.fiscal_document_attribute,
  ].map((value) => (typeof value === 'number' ? String(value) : text(value)));
  const registeredAt = timeIn(text(payload.receipt_datetime));
  if (!drive || !document || !sign || !registeredAt) return null;
  return {
    driveNumber: drive,
    documentNumber: document,
    sign,
    registeredAt,
    shift: number(payload.shift_number),
    numberInShift: number(payload.fiscal_receipt_number),
    registerNumber: text(payload.ecr_registration_number),
    url: webAddress(payload.ofd_receipt_url),
  };
}

function operationOf({ kind, isReturn }: ReceiptDocument): string {
  return `sell${isReturn ? '_refund' : ''}${kind === 'correction' ? '_correction' : ''}`;
}

function bodyOf(document: ReceiptDocument): JsonRecord {
  const { kind, lines, paid, owner, customer, baseDate, callbackUrl } = document;
  const total = lines.reduce((sum, line) => sum + line.sum, 0);
  const content = {
    client: {
      ...(customer.email && { email: customer.email }),
      ...(customer.phone && { phone: customer.phone }),
    },
    company: { email: owner.email, sno: owner.taxSystem, inn: owner.inn, payment_address: owner.site },
    items: lines.map(itemOf),
    payments: paymentsOf(paid),
    total: fromMinor(total),
    internet: owner.isOnline,
    ...(kind === 'correction' && {
      correction_info: { type: 'self', base_date: dayText(baseDate ?? document.at) },
    }),
  };
  return {
    external_id: document.id,
    timestamp: timeText(document.at),
    ...(callbackUrl && { service: { callback_url: callbackUrl } }),
    [kind === 'correction' ? 'correction' : 'receipt']: content,
  };
}

const subjects = { goods: 1, service: 4, payment: 10, unmarked: 32, marked: 33 };

function itemOf(line: ReceiptLine): JsonRecord {
  const { supplier, markCode } = line;
  return {
    name: line.name,
    price: fromMinor(line.price),
    quantity: line.quantity,
    measure: 0,
    sum: fromMinor(line.sum),
    payment_method: line.mode,
    payment_object: subjects[line.subject],
    vat: { type: line.vat, sum: fromMinor(vatWithin(line.sum, vatPercent(line.vat))) },
    ...(supplier && {
      agent_info: { type: 'commission_agent' },
      supplier_info: {
        inn: supplier.inn,
        name: supplier.name,
        ...(supplier.phone && { phones: [supplier.phone] }),
      },
    }),
    ...(markCode !== null && {
      mark_processing_mode: '0',
      mark_code: { gs1m: Buffer.from(markCode, 'utf8').toString('base64') },
    }),
  };
}

const paymentsOf = ({ cash, cashless, prepaid }: ReceiptDocument['paid']) =>
  [
    { type: 0, sum: fromMinor(cash) },
    { type: 1, sum: fromMinor(cashless) },
    { type: 2, sum: fromMinor(prepaid) },
  ].filter(({ sum }) => sum > 0);

/** `26.11.2026 14:05:00`, in Moscow. */
function timeText(at: Date): string {
  const iso = moscowClock(at);
  return `${dayOf(iso)} ${iso.slice(11, 19)}`;
}

const dayText = (at: Date) => dayOf(moscowClock(at));
const dayOf = (iso: string) => `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(0, 4)}`;

function timeIn(value: string | null): Date | null {
  const found = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)$/.exec(value ?? '');
  if (!found) return null;
  const at = new Date(`${found[3]}-${found[2]}-${found[1]}T${found[4]}+03:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}
