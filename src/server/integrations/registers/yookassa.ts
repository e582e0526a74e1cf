import { toDecimal } from '@/contract/core/money';
import { ownValue } from '@/contract/core/own-value';
import type { ReceiptLine, ReceiptVat } from '@/contract/receipts/receipt';
import type { ReceiptFailure } from '@/contract/receipts/registers';
import type { JsonRecord } from '@/server/core/json-record';
import type { YookassaSettings } from '../acquirer-settings';
import { type AskYookassa, kopecksIn, openAsk } from '../acquirers/yookassa';
import type { CallDeps, Outcome } from '../outgoing/call';
import { scrub } from '../outgoing/redact';
import { record, text } from '../values';
import type {
  CashRegister,
  FiscalData,
  ReceiptDocument,
  RegisterAnswer,
  RegisterOwner,
  RegisterTotals,
  SentDocument,
} from './cash-register';

/** YooKassa forgets a key after a day: the same request would be another receipt then. */
const keyLivesMs = 20 * 3_600_000;
/** Pages of a list. */
const maxPages = 100;

/**
 * Receipts through YooKassa, which passes them to the register connected there («payment first, then receipt»). It
 * documents money that went through YooKassa, and has neither corrections nor callbacks.
 */
export function openYookassaRegister(
  settings: YookassaSettings,
  { now, ...deps }: CallDeps & { now: () => Date },
): CashRegister {
  const ask = openAsk(settings, { ...deps, repeats: 0 });
  const send = async (document: ReceiptDocument): Promise<RegisterAnswer> => {
    const refused = refusalOf(document);
    if (refused) return failed(refused, '');
    const asked = { key: document.id, body: bodyOf(document), reference: document.id };
    return answerOf(await ask('POST', 'receipts', asked));
  };
  return {
    name: 'yookassa',
    paceMs: 200,
    send,
    find: (document) =>
      now().getTime() - document.sentAt.getTime() < keyLivesMs ? send(document) : findListed(ask, document),
    read: async (id) => answerOf(await ask('GET', `receipts/${encodeURIComponent(id)}`, { reference: id })),
    totals: (from, to) => totalsOf(ask, from, to),
    parseCallback: null,
  };
}

const failed = (failure: ReceiptFailure, said: string): RegisterAnswer => ({
  kind: 'failed',
  failure,
  text: scrub(said),
  cause: failure === 'access' ? 'access' : failure === 'register' ? 'register' : 'data',
});

/** What it cannot register at all. */
function refusalOf({ kind, isReturn, payment, paid }: ReceiptDocument): ReceiptFailure | null {
  if (kind === 'correction') return 'correction';
  const isThere = payment?.acquirer === 'yookassa' && (!isReturn || payment.refundId !== null);
  const isOurs = isThere && paid.cash === 0;
  return isOurs ? null : 'payment';
}

function answerOf(outcome: Outcome): RegisterAnswer {
  if (outcome.kind === 'unknown') return { kind: 'unknown', failure: outcome.failure };
  const { body } = outcome;
  if (outcome.kind === 'answered') return stateOf(body) ?? { kind: 'unknown', failure: 'unreadable 200' };
  const code = text(body.code) ?? `${outcome.status}`;
  // Asked too often: the same request is sent again later.
  if (outcome.status === 429) return { kind: 'unknown', failure: 'refused 429' };
  if (code === 'not_found') return { kind: 'none' };
  const said = [code, text(body.parameter), text(body.description)].filter((one) => one !== null).join(' ');
  return failed(code === 'invalid_credentials' || code === 'forbidden' ? 'access' : 'document', said);
}

/** `canceled`: the register has refused it, and YooKassa does not say why. */
function stateOf(body: JsonRecord): RegisterAnswer | null {
  const id = text(body.id);
  if (id === null) return null;
  if (body.status === 'canceled') return failed('register', 'canceled');
  if (body.status === 'pending') return { kind: 'waiting', id };
  const fiscal = fiscalIn(body);
  if (body.status !== 'succeeded' || !fiscal) return null;
  return { kind: 'done', id, fiscal, isOf: { documentId: null, total: totalIn(body) } };
}

function fiscalIn(body: JsonRecord): FiscalData | null {
  const [drive, document, sign] = [
    text(body.fiscal_storage_number),
    text(body.fiscal_document_number),
    text(body.fiscal_attribute),
  ];
  const registeredAt = new Date(String(body.registered_at));
  if (!drive || !document || !sign || Number.isNaN(registeredAt.getTime())) return null;
  return {
    driveNumber: drive,
    documentNumber: document,
    sign,
    registeredAt,
    shift: null,
    numberInShift: null,
    registerNumber: null,
    url: null,
  };
}

/** Kopecks of its settlements; null where it does not name them. */
function totalIn({ settlements }: JsonRecord): number | null {
  if (!Array.isArray(settlements)) return null;
  return settlements.reduce<number | null>((all, one) => {
    const sum = kopecksIn(record(one).amount);
    return all === null || sum === undefined ? null : all + sum;
  }, 0);
}

/** After a day the key is forgotten: it is looked for among the receipts of its payment, by what it says. */
async function findListed(ask: AskYookassa, document: SentDocument): Promise<RegisterAnswer> {
  const refused = refusalOf(document);
  if (refused || !document.payment) return failed(refused ?? 'payment', '');
  const { paymentId, refundId } = document.payment;
  const [name, id] = document.isReturn ? ['refund_id', String(refundId)] : ['payment_id', paymentId];
  const rows = await list(ask, { [name]: id });
  if (!Array.isArray(rows)) return rows;
  const body = bodyOf(document);
  const found = rows.find(
    (row) =>
      row.type === body.type &&
      !document.knownIds.includes(String(row.id)) &&
      settlementText(row.settlements) === settlementText(body.settlements) &&
      isOfItems(row.items, body.items),
  );
  return found ? (stateOf(found) ?? { kind: 'unknown', failure: 'unreadable 200' }) : { kind: 'none' };
}

/** Documents of one entry may have the same sum; a list that names no items leaves them to it. */
const isOfItems = (listed: unknown, ours: readonly JsonRecord[]): boolean =>
  !Array.isArray(listed) ||
  (listed.length === ours.length &&
    listed.every((item, at) => text(record(item).description) === ours[at]?.description));

const settlementText = (value: unknown) =>
  (Array.isArray(value) ? value : [])
    .map((one) => `${String(record(one).type)} ${String(kopecksIn(record(one).amount))}`)
    .toSorted()
    .join();

async function list(
  ask: AskYookassa,
  query: Record<string, string>,
): Promise<JsonRecord[] | Extract<RegisterAnswer, { kind: 'unknown' }>> {
  const found: JsonRecord[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const asked = new URLSearchParams({ ...query, limit: '100', ...(cursor !== null && { cursor }) });
    const outcome: Outcome = await ask('GET', `receipts?${asked}`, { reference: null });
    const items = outcome.kind === 'answered' ? outcome.body.items : null;
    if (!Array.isArray(items))
      return {
        kind: 'unknown',
        failure: outcome.kind === 'unknown' ? outcome.failure : `refused ${outcome.status}`,
      };
    found.push(...items.map(record));
    cursor = text(outcome.body.next_cursor);
    if (cursor === null) return found;
  }
  return { kind: 'unknown', failure: 'unreadable 200' };
}

/** What was registered in a time; it may have been sent a day earlier. */
async function totalsOf(ask: AskYookassa, from: Date, to: Date): Promise<RegisterTotals | null> {
  const since = new Date(from.getTime() - 24 * 3_600_000);
  const rows = await list(ask, { 'created_at.gte': since.toISOString(), 'created_at.lt': to.toISOString() });
  if (!Array.isArray(rows)) return null;
  const done = rows.filter(({ status, registered_at }) => {
    const at = new Date(String(registered_at));
    return status === 'succeeded' && at >= from && at < to;
  });
  const sumOf = (type: string) =>
    done.filter((row) => row.type === type).reduce((sum, row) => sum + (totalIn(row) ?? 0), 0);
  return { receipts: done.length, sales: sumOf('payment'), returns: sumOf('refund') };
}

const taxSystems: Record<RegisterOwner['taxSystem'], number> = {
  osn: 1,
  usn_income: 2,
  usn_income_outcome: 3,
  esn: 5,
  patent: 6,
};
const vatCodes: Record<ReceiptVat, number> = {
  none: 1,
  vat0: 2,
  vat10: 3,
  vat110: 5,
  vat5: 7,
  vat7: 8,
  vat105: 9,
  vat107: 10,
  vat22: 11,
  vat122: 12,
};
const subjects: Record<ReceiptLine['subject'], string> = {
  goods: 'commodity',
  service: 'service',
  payment: 'payment',
  marked: 'marked',
  unmarked: 'non_marked',
};

function bodyOf({ isReturn, payment, customer, lines, paid, owner }: ReceiptDocument) {
  const settlements = [
    { type: 'cashless', amount: amount(paid.cashless) },
    { type: 'prepayment', amount: amount(paid.prepaid) },
  ].filter(({ amount: { value } }) => Number(value) > 0);
  return {
    type: isReturn ? 'refund' : 'payment',
    ...(isReturn ? { refund_id: payment?.refundId } : { payment_id: payment?.paymentId }),
    customer: {
      ...(customer.email && { email: customer.email }),
      ...(customer.phone && { phone: customer.phone.replace(/\D/g, '') }),
    },
    items: lines.map(itemOf),
    settlements,
    tax_system_code: ownValue(taxSystems, owner.taxSystem),
    send: true,
  };
}

function itemOf({ name, price, quantity, vat, subject, mode, supplier, markCode }: ReceiptLine): JsonRecord {
  return {
    description: name,
    amount: amount(price),
    quantity,
    vat_code: vatCodes[vat],
    measure: 'piece',
    payment_subject: subjects[subject],
    payment_mode: mode,
    ...(supplier && {
      agent_type: 'commissioner',
      supplier: {
        name: supplier.name,
        inn: supplier.inn,
        ...(supplier.phone && { phone: supplier.phone.replace(/\D/g, '') }),
      },
    }),
    ...(markCode !== null && {
      mark_mode: '0',
      mark_code_info: { gs_1m: Buffer.from(markCode, 'utf8').toString('base64') },
    }),
  };
}

const amount = (kopecks: number) => ({ value: toDecimal(kopecks), currency: 'RUB' });
