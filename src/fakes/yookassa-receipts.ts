import { type FakeAnswer, type Fields, readFields } from './core';
import { isEmail, isInn, isMarkCode, isQuantity, isText, prepaidMethods } from './receipt-rules';
import { uuid, type World } from './world';

/** `POST /receipts` of YooKassa: receipts of its payments and refunds, registered after the money has moved. */
interface Receipt {
  id: string;
  type: 'payment' | 'refund';
  about: string;
  status: 'pending' | 'succeeded' | 'canceled';
  body: Fields;
  created: number;
  registered: number | null;
  /** Reads that find it pending. */
  waits: number;
  end: 'succeeded' | 'canceled';
}

const subjects = [
  'commodity',
  'service',
  'payment',
  'agent_commission',
  'marked',
  'non_marked',
  'marked_excise',
  'non_marked_excise',
];
const modes = [
  ...prepaidMethods,
  'partial_prepayment',
  'full_payment',
  'partial_payment',
  'credit',
  'credit_payment',
];
const agents = [
  'banking_payment_agent',
  'banking_payment_subagent',
  'payment_agent',
  'payment_subagent',
  'attorney',
  'commissioner',
  'agent',
];
const settlementTypes = ['cashless', 'prepayment', 'postpayment', 'consideration'];
/** Codes of rates within money that is paid in advance; the others but none and 0 % are those of a sale. */
const within = [5, 6, 9, 10, 12];
const always = [1, 2];
/** A payment or refund has at most so many. */
const most = 30;

export class YookassaReceipts {
  private readonly receipts: Receipt[] = [];
  private end: Receipt['end'] = 'succeeded';
  private waits = 0;
  private readonly world: World;
  private readonly isThere: (type: Receipt['type'], id: string) => boolean;

  /** `isThere`: whether the payment or refund has succeeded. */
  constructor(world: World, isThere: (type: Receipt['type'], id: string) => boolean) {
    this.world = world;
    this.isThere = isThere;
  }

  create(body: Fields): FakeAnswer | string {
    const type = body.type === 'refund' ? 'refund' : 'payment';
    const about = String(body[`${type}_id`]);
    const wrong = wrongReceipt(body) ?? (this.isThere(type, about) ? undefined : `${type}_id`);
    if (wrong !== undefined) return wrong;
    if (this.receipts.filter((one) => one.about === about).length >= most) return `${type}_id`;
    const receipt: Receipt = {
      id: uuid(this.world.random),
      type,
      about,
      status: 'pending',
      body,
      created: this.world.clock.now(),
      registered: null,
      waits: this.waits,
      end: this.end,
    };
    this.receipts.push(receipt);
    return { status: 200, body: this.shown(receipt) };
  }

  read(id: string): FakeAnswer | undefined {
    const receipt = this.receipts.find((one) => one.id === id);
    if (!receipt) return undefined;
    if (receipt.status === 'pending' && receipt.waits > 0) receipt.waits -= 1;
    else if (receipt.status === 'pending') this.finish(receipt);
    return { status: 200, body: this.shown(receipt) };
  }

  /** Latest first; whoever lists finds them finished. */
  list(query: URLSearchParams): Fields[] {
    const since = Date.parse(query.get('created_at.gte') ?? '1970-01-01T00:00:00Z');
    const until = Date.parse(query.get('created_at.lt') ?? '9999-01-01T00:00:00Z');
    const about = query.get('payment_id') ?? query.get('refund_id');
    return this.receipts
      .toReversed()
      .filter((one) => one.created >= since && one.created < until && (about === null || one.about === about))
      .map((one) => {
        if (one.status === 'pending' && one.waits === 0) this.finish(one);
        return this.shown(one);
      });
  }

  /** `receipts`: what becomes of the next ones; `receipt-list`: all of them. */
  control({ do: command, end, waits }: Fields): unknown {
    if (command === 'receipt-list') return this.receipts.map((one) => ({ ...this.shown(one), ...one.body }));
    if (command !== 'receipts') return undefined;
    this.end = end === 'canceled' ? 'canceled' : 'succeeded';
    this.waits = typeof waits === 'number' ? waits : 0;
    return { end: this.end, waits: this.waits };
  }

  private finish(receipt: Receipt): void {
    receipt.status = receipt.end;
    receipt.registered = this.world.clock.now();
  }

  private shown({ id, type, about, status, body, created, registered }: Receipt): Fields {
    const number = this.receipts.findIndex((one) => one.id === id) + 1;
    return {
      id,
      type,
      status,
      [`${type}_id`]: about,
      created_at: new Date(created).toISOString(),
      items: body.items,
      settlements: body.settlements,
      tax_system_code: body.tax_system_code,
      ...(status === 'succeeded' && {
        fiscal_document_number: String(5000 + number),
        fiscal_storage_number: '9288000100115785',
        fiscal_attribute: String(2_617_603_921 + number),
        fiscal_provider_id: `fd9e9404-${number}`,
        registered_at: new Date(registered ?? created).toISOString(),
      }),
    };
  }
}

function wrongReceipt(body: Fields): string | undefined {
  if (body.type !== 'payment' && body.type !== 'refund') return 'type';
  const { email, phone } = readFields(body.customer);
  if (!isEmail(email) && !(typeof phone === 'string' && /^\d{10,15}$/.test(phone))) return 'customer';
  if (body.send !== true) return 'send';
  if (![1, 2, 3, 4, 5, 6].includes(Number(body.tax_system_code))) return 'tax_system_code';
  const items = listOf(body.items);
  if (items.length === 0 || items.length > 100) return 'items';
  const wrong = items.map(wrongItem).find((one) => one !== undefined);
  if (wrong !== undefined) return wrong;
  const settlements = listOf(body.settlements);
  const isKnown = settlements.every(({ type }) => settlementTypes.includes(String(type)));
  if (settlements.length === 0 || !isKnown) return 'settlements';
  const isAdvance = items.every(({ payment_mode }) => prepaidMethods.includes(String(payment_mode)));
  if (isAdvance && settlements.some(({ type }) => type === 'prepayment')) return 'settlements.type';
  const due = items.reduce((sum, item) => sum + Math.round(kopecks(item.amount) * Number(item.quantity)), 0);
  const paid = settlements.reduce((sum, one) => sum + kopecks(one.amount), 0);
  return due > 0 && due === paid ? undefined : 'settlements.amount';
}

function wrongItem(item: Fields): string | undefined {
  if (!isText(item.description, 128)) return 'items.description';
  if (!(kopecks(item.amount) >= 0)) return 'items.amount';
  if (!isQuantity(item.quantity)) return 'items.quantity';
  if (item.measure !== 'piece') return 'items.measure';
  if (!subjects.includes(String(item.payment_subject))) return 'items.payment_subject';
  if (!modes.includes(String(item.payment_mode))) return 'items.payment_mode';
  const code = Number(item.vat_code);
  const isAdvance = prepaidMethods.includes(String(item.payment_mode));
  const isRate = always.includes(code) || (code >= 3 && code <= 12 && within.includes(code) === isAdvance);
  if (!isRate) return 'items.vat_code';
  if ((item.mark_code_info !== undefined) !== String(item.payment_subject).startsWith('marked'))
    return 'items.mark_code_info';
  if (item.mark_code_info !== undefined && !isMarkCode(readFields(item.mark_code_info).gs_1m))
    return 'items.mark_code_info.gs_1m';
  if (item.mark_code_info !== undefined && (item.mark_mode !== '0' || Number(item.quantity) !== 1))
    return 'items.mark_mode';
  if (item.agent_type === undefined) return item.supplier === undefined ? undefined : 'items.agent_type';
  if (!agents.includes(String(item.agent_type))) return 'items.agent_type';
  return isInn(readFields(item.supplier).inn) ? undefined : 'items.supplier';
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(readFields) : []);

/** Roubles as text with two decimals; not a number for anything else. */
function kopecks(amount: unknown): number {
  const { value, currency } = readFields(amount);
  const isSum = typeof value === 'string' && /^\d{1,9}\.\d{2}$/.test(value) && currency === 'RUB';
  return isSum ? Number(value.replace('.', '')) : Number.NaN;
}
