import { type Fields, fieldsOf } from './core';

/** What a cash register refuses before it queues a document: code 32 for the form, 2003 for another company. */
export interface Wrong {
  code: number;
  text: string;
}

const paymentMethods = [
  ...[
    'full_prepayment',
    'prepayment',
    'advance',
    'full_payment',
    'partial_payment',
    'credit',
    'credit_payment',
  ],
];
const taxSystems = ['osn', 'usn_income', 'usn_income_outcome', 'esn', 'patent'];
const agentTypes = [
  ...['bank_paying_agent', 'bank_paying_subagent', 'paying_agent', 'paying_subagent', 'attorney'],
  ...['commission_agent', 'another'],
];

export function wrongDocument(operation: string, body: Fields, inn: string): Wrong | undefined {
  const isCorrection = operation.endsWith('correction');
  const content = fieldsOf(isCorrection ? body.correction : body.receipt);
  const company = fieldsOf(content.company);
  const field =
    wrongRoot(body) ??
    wrongParties(content, company, isCorrection) ??
    (isCorrection ? wrongReason(fieldsOf(content.correction_info)) : undefined) ??
    wrongSums(content);
  if (field !== undefined) return { code: 32, text: `Wrong value: ${field}` };
  return company.inn === inn ? undefined : { code: 2003, text: 'The INN is not the one of the register' };
}

function wrongRoot({ external_id, timestamp }: Fields): string | undefined {
  if (!isText(external_id, 128)) return 'external_id';
  const isTime = typeof timestamp === 'string' && /^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/.test(timestamp);
  return isTime ? undefined : 'timestamp';
}

function wrongParties(content: Fields, company: Fields, isCorrection: boolean): string | undefined {
  const { email, phone } = fieldsOf(content.client);
  if (!isCorrection && !isText(email, 64) && !isText(phone, 19)) return 'client';
  if (!taxSystems.includes(String(company.sno))) return 'company.sno';
  return isText(company.payment_address, 256) ? undefined : 'company.payment_address';
}

function wrongReason({ type, base_date, base_number }: Fields): string | undefined {
  if (type !== 'self' && type !== 'instruction') return 'correction_info.type';
  if (typeof base_date !== 'string' || !/^\d\d\.\d\d\.\d{4}$/.test(base_date))
    return 'correction_info.base_date';
  return type === 'instruction' && typeof base_number !== 'string'
    ? 'correction_info.base_number'
    : undefined;
}

function wrongSums({ items, payments, total }: Fields): string | undefined {
  const lines = listOf(items);
  if (lines.length === 0 || lines.length > 100) return 'items';
  const field = lines.map(wrongItem).find((one) => one !== undefined);
  if (field !== undefined) return field;
  const paid = listOf(payments);
  if (paid.length === 0 || paid.length > 10) return 'payments';
  if (paid.some(({ type, sum }) => ![0, 1, 2, 3, 4].includes(Number(type)) || kopecks(sum) === undefined))
    return 'payments';
  const due = kopecks(total);
  return due === sumOf(lines) && due === sumOf(paid) ? undefined : 'total';
}

function wrongItem(item: Fields): string | undefined {
  const [price, sum] = [kopecks(item.price), kopecks(item.sum)];
  const quantity = typeof item.quantity === 'number' ? item.quantity : Number.NaN;
  if (!isText(item.name, 128)) return 'items.name';
  if (price === undefined || sum === undefined || !(quantity > 0)) return 'items.sum';
  if (Math.abs(Math.round(price * quantity) - sum) > 1) return 'items.sum';
  if (!Number.isInteger(item.measure)) return 'items.measure';
  if (!paymentMethods.includes(String(item.payment_method))) return 'items.payment_method';
  if (!Number.isInteger(item.payment_object)) return 'items.payment_object';
  if (typeof fieldsOf(item.vat).type !== 'string') return 'items.vat';
  if (item.agent_info === undefined) return undefined;
  if (!agentTypes.includes(String(fieldsOf(item.agent_info).type))) return 'items.agent_info';
  return /^(\d{10}|\d{12})$/.test(String(fieldsOf(item.supplier_info).inn))
    ? undefined
    : 'items.supplier_info';
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const isText = (value: unknown, most: number) =>
  typeof value === 'string' && value !== '' && value.length <= most;
const sumOf = (rows: readonly Fields[]) => rows.reduce((sum, row) => sum + (kopecks(row.sum) ?? 0), 0);

/** A number of roubles with at most two decimals. */
function kopecks(value: unknown): number | undefined {
  if (typeof value !== 'number' || value < 0) return undefined;
  const sum = Math.round(value * 100);
  return Math.abs(sum - value * 100) < 1e-6 ? sum : undefined;
}
