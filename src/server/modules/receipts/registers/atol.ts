import { fromMinor } from '@/contract/core/money';
import { vatWithin } from '@/contract/ledger/accounts';
import type { ReceiptLine, ReceiptVat } from '@/contract/receipts/receipt';
import type { JsonRecord } from '@/server/core/json-record';
import type { AtolSettings } from '@/server/integrations/acquirer-settings';
import {
  byStatus,
  type CallDeps,
  type CalledService,
  call,
  type Outcome,
} from '@/server/integrations/outgoing/call';
import { number, record, text, webAddress } from '@/server/integrations/values';
import type {
  CashRegister,
  FailureCause,
  FiscalData,
  ReceiptDocument,
  RegisterAnswer,
} from './cash-register';

const defaultUrl = 'https://online.atol.ru/possystem/v5';

/** Moscow time, in which the service reads and writes. */
const moscowMs = 3 * 3600_000;

/**
 * ATOL Online v5, format of fiscal documents 1.2. One token serves until it expires: whoever asks with an old one gets code
 * 11, and a new one is taken.
 */
export function openAtol(settings: AtolSettings, deps: CallDeps): CashRegister {
  const service = serviceOf(settings);
  const base = (settings.url ?? defaultUrl).replace(/\/+$/, '');
  let token: string | undefined;

  const newToken = async (): Promise<RegisterAnswer | string> => {
    const { login, password } = settings;
    const request = { url: `${base}/getToken`, body: { login, pass: password }, headers: {} };
    const outcome = await call(service, { ...request, method: 'POST', repeats: 1, reference: null }, deps);
    const taken = outcome.kind === 'answered' ? text(outcome.body.token) : null;
    return taken ?? answerOf(outcome);
  };

  const ask = async (
    path: string,
    body: JsonRecord | undefined,
    reference: string,
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
          repeats: 1,
          reference,
          idempotencyKey: body ? reference : undefined,
        },
        deps,
      );
      if (codeOf(outcome) !== expiredToken) return answerOf(outcome);
      token = undefined;
      if (!isFirst) return answerOf(outcome);
    }
  };

  return {
    name: 'atol',
    send: (document) => ask(operationOf(document), bodyOf(document), document.id),
    read: (id) => ask(`report/${encodeURIComponent(id)}`, undefined, id),
  };
}

function serviceOf({ login, password }: AtolSettings): CalledService {
  return {
    name: 'atol',
    keeps: {
      values: [
        ...[
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
        ],
        ...[
          'fiscal_document_number',
          'fiscal_document_attribute',
          'fn_number',
          'payment_method',
          'payment_object',
        ],
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
    mayRepeat: (outcome) => outcome.kind === 'unknown' || outcome.status === 429,
  };
}

const expiredToken = 11;
/** Failures of the service itself: the document may have been accepted. */
const unclear = [0, 1, 50];
const accessCodes = [10, 12, 14, 20, 21];
const dataCodes = [13, 32, 40, 41, 2003, 2006, 2007, 2009];
/** Errors of the register about sums, taxes, subjects and codes of goods. */
const driverDataCodes = [16, 17, 66, 110, 128, 143, 144, 145, 161, 193];

function codeOf(outcome: Outcome): number | null {
  return number(record(outcome.body.error).code);
}

function answerOf(outcome: Outcome): RegisterAnswer {
  if (outcome.kind === 'unknown') return { kind: 'unknown', failure: outcome.failure };
  const { body } = outcome;
  const id = text(body.uuid);
  const fiscal = fiscalIn(record(body.payload));
  if (body.status === 'done' && id && fiscal) return { kind: 'done', id, fiscal };
  if (body.status === 'wait' && id) return { kind: 'waiting', id };
  const error = record(body.error);
  const code = number(error.code);
  if (body.status !== 'fail' && code === null) return { kind: 'unknown', failure: 'unreadable 200' };
  return {
    kind: 'failed',
    code: `${code ?? ''}`,
    text: text(error.text) ?? '',
    cause: causeOf(code ?? 0, text(error.type)),
  };
}

function causeOf(code: number, type: string | null): FailureCause {
  if (accessCodes.includes(code) || code === expiredToken) return 'access';
  return (type === 'driver' ? driverDataCodes : dataCodes).includes(code) ? 'data' : 'register';
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
    internet: true,
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
    vat: { type: line.vat, sum: fromMinor(vatWithin(line.sum, percentOf(line.vat))) },
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

const percents: Partial<Record<ReceiptVat, number>> = {
  vat5: 5,
  vat105: 5,
  vat7: 7,
  vat107: 7,
  vat10: 10,
  vat110: 10,
  vat22: 22,
  vat122: 22,
};
const percentOf = (vat: ReceiptVat) => percents[vat] ?? 0;

const paymentsOf = ({ cash, cashless, prepaid }: ReceiptDocument['paid']) =>
  [
    { type: 0, sum: fromMinor(cash) },
    { type: 1, sum: fromMinor(cashless) },
    { type: 2, sum: fromMinor(prepaid) },
  ].filter(({ sum }) => sum > 0);

/** `26.11.2026 14:05:00`, in Moscow. */
function timeText(at: Date): string {
  const iso = new Date(at.getTime() + moscowMs).toISOString();
  return `${dayOf(iso)} ${iso.slice(11, 19)}`;
}

const dayText = (at: Date) => dayOf(new Date(at.getTime() + moscowMs).toISOString());
const dayOf = (iso: string) => `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(0, 4)}`;

function timeIn(value: string | null): Date | null {
  const found = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)$/.exec(value ?? '');
  if (!found) return null;
  const at = new Date(`${found[3]}-${found[2]}-${found[1]}T${found[4]}+03:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}
