import { type Fields, readFields } from './core';

/**
 * What a cash register refuses before it queues a document: code 32 for the form, 2003 for another company. The form is that
 * of fiscal documents 1.2 as far as it is public, with the tags of the tax service beside it.
 */
export interface Wrong {
  code: number;
  text: string;
}

const taxSystems = ['osn', 'usn_income', 'usn_income_outcome', 'esn', 'patent'];
/** Tag 1214. */
export const prepaidMethods = ['full_prepayment', 'prepayment', 'advance'];
const paymentMethods = [...prepaidMethods, 'full_payment', 'partial_payment', 'credit', 'credit_payment'];
/** Tag 1199: rates of a sale, and those within money that is paid in advance. */
const rates: Record<string, number> = {
  none: 0,
  vat0: 0,
  vat5: 5,
  vat7: 7,
  vat10: 10,
  vat20: 20,
  vat22: 22,
};
const ratesWithin: Record<string, number> = Object.fromEntries(
  Object.entries(rates).map(([name, rate]) => [rate === 0 ? name : `vat${100 + rate}`, rate]),
);
/** Tag 1222. */
const payingAgents = ['bank_paying_agent', 'bank_paying_subagent', 'paying_agent', 'paying_subagent'];
const agentTypes = [...payingAgents, 'attorney', 'commission_agent', 'another'];
/** Tag 2108. */
const measures = [
  0, 10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42, 50, 51, 70, 71, 72, 73, 80, 81, 82, 83, 255,
];
/** Tag 1212: goods, services, payments and others; marked goods with and without their code. */
const withCode = [31, 33];
const withoutCode = [30, 32];
const payment = 10;
const lastSubject = 27;
const marks = ['unknown', 'ean8', 'ean13', 'itf14', 'gs10', 'gs1m', 'short', 'fur', 'egais20', 'egais30'];
/** Offset against earlier money, and credit. */
const [offset, credit] = [2, 3];

const known = {
  root: ['external_id', 'timestamp', 'service', 'receipt', 'correction', 'source_id', 'ism_optional'],
  content: [
    'client',
    'company',
    'items',
    'payments',
    'total',
    'vats',
    'cashier_inn',
    'additional_check_props',
    'additional_user_props',
    'operating_check_props',
    'sectoral_check_props',
    'internet',
    'timezone',
    'cashless_payments',
    'device_number',
    'correction_info',
  ],
  item: [
    'name',
    'price',
    'quantity',
    'measure',
    'sum',
    'payment_method',
    'payment_object',
    'vat',
    'agent_info',
    'supplier_info',
    'mark_code',
    'mark_processing_mode',
    'mark_quantity',
    'sectoral_item_props',
    'planned_status',
    'user_data',
    'excise',
    'country_code',
    'declaration_number',
    'wholesale',
  ],
};

export function wrongDocument(
  operation: string,
  body: Fields,
  inn: string,
  today: string,
): Wrong | undefined {
  const isCorrection = operation.endsWith('correction');
  const content = readFields(isCorrection ? body.correction : body.receipt);
  const company = readFields(content.company);
  const field =
    wrongRoot(body) ??
    unknownIn(content, known.content) ??
    wrongParties(content, company, isCorrection) ??
    (isCorrection ? wrongReason(readFields(content.correction_info), today) : undefined) ??
    wrongSums(content);
  if (field !== undefined) return { code: 32, text: `Wrong value: ${field}` };
  return company.inn === inn ? undefined : { code: 2003, text: 'The INN is not the one of the register' };
}

const unknownIn = (fields: Fields, names: readonly string[]): string | undefined =>
  Object.keys(fields).find((name) => !names.includes(name));

function wrongRoot(body: Fields): string | undefined {
  const { external_id, timestamp, service } = body;
  if (!isText(external_id, 128)) return 'external_id';
  const isTime = typeof timestamp === 'string' && /^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/.test(timestamp);
  if (!isTime) return 'timestamp';
  const { callback_url } = readFields(service);
  const isUrl = callback_url === undefined || (isText(callback_url, 256) && URL.canParse(callback_url));
  return isUrl ? unknownIn(body, known.root) : 'service.callback_url';
}

/** Tags 1008, 1117, 1055, 1018 and 1187. */
function wrongParties(content: Fields, company: Fields, isCorrection: boolean): string | undefined {
  const { email, phone } = readFields(content.client);
  if (!isCorrection && email === undefined && phone === undefined) return 'client';
  if (email !== undefined && !isEmail(email)) return 'client.email';
  if (phone !== undefined && !isPhone(phone)) return 'client.phone';
  if (!isEmail(company.email)) return 'company.email';
  if (!taxSystems.includes(String(company.sno))) return 'company.sno';
  if (!isInn(company.inn)) return 'company.inn';
  return isText(company.payment_address, 256) ? undefined : 'company.payment_address';
}

/** Tags 1173, 1178 and 1179. */
function wrongReason({ type, base_date, base_number }: Fields, today: string): string | undefined {
  if (type !== 'self' && type !== 'instruction') return 'correction_info.type';
  if (typeof base_date !== 'string' || !/^\d\d\.\d\d\.\d{4}$/.test(base_date))
    return 'correction_info.base_date';
  if (base_date.split('.').toReversed().join('-') > today) return 'correction_info.base_date';
  return type === 'instruction' && typeof base_number !== 'string'
    ? 'correction_info.base_number'
    : undefined;
}

function wrongSums({ items, payments, total }: Fields): string | undefined {
  const lines = listOf(items);
  if (lines.length === 0 || lines.length > 100) return 'items';
  const field = lines.map(wrongItem).find((one) => one !== undefined) ?? wrongMarks(lines);
  if (field !== undefined) return field;
  const paid = listOf(payments);
  if (paid.length === 0 || paid.length > 10) return 'payments';
  if (paid.some(({ type, sum }) => ![0, 1, 2, 3, 4].includes(Number(type)) || !kopecks(sum)))
    return 'payments';
  // What is paid in advance is paid with money.
  const isAdvance = lines.every((line) => prepaidMethods.includes(String(line.payment_method)));
  if (isAdvance && paid.some(({ type }) => type === offset || type === credit)) return 'payments.type';
  const due = kopecks(total);
  return due === sumOf(lines) && due === sumOf(paid) ? undefined : 'total';
}

function wrongItem(item: Fields): string | undefined {
  const { quantity, payment_method: method, payment_object: subject } = item;
  const [price, sum] = [kopecks(item.price), kopecks(item.sum)];
  if (!isText(item.name, 128)) return 'items.name';
  if (price === undefined || sum === undefined || !isQuantity(quantity)) return 'items.sum';
  if (Math.round(price * quantity) !== sum) return 'items.sum';
  if (!measures.includes(Number(item.measure))) return 'items.measure';
  if (!paymentMethods.includes(String(method))) return 'items.payment_method';
  if (!isSubject(subject)) return 'items.payment_object';
  if (method === 'advance' && subject !== payment) return 'items.payment_object';
  return (
    wrongVat(readFields(item.vat), sum, prepaidMethods.includes(String(method))) ??
    wrongMark(item, subject) ??
    wrongAgent(item) ??
    unknownIn(item, known.item)
  );
}

const isSubject = (subject: unknown): subject is number =>
  Number.isInteger(subject) &&
  ((Number(subject) >= 1 && Number(subject) <= lastSubject) ||
    [...withCode, ...withoutCode].includes(Number(subject)));

/** Up to three decimals. */
export const isQuantity = (value: unknown): value is number =>
  typeof value === 'number' &&
  value > 0 &&
  value <= 99_999.999 &&
  Math.abs(Math.round(value * 1000) - value * 1000) < 1e-6;

/** The tax is within the sum, to the kopeck. */
function wrongVat({ type, sum: tax }: Fields, sum: number, isAdvance: boolean): string | undefined {
  const rate = (isAdvance ? ratesWithin : rates)[String(type)];
  if (rate === undefined) return 'items.vat.type';
  const due = Math.round((sum * rate) / (100 + rate));
  return tax === undefined || kopecks(tax) === due ? undefined : 'items.vat.sum';
}

function wrongMark(item: Fields, subject: number): string | undefined {
  const { mark_code, mark_processing_mode, quantity, measure } = item;
  if ((mark_code !== undefined) !== withCode.includes(subject)) return 'items.mark_code';
  if (mark_code === undefined) return undefined;
  const [kind, ...more] = Object.keys(readFields(mark_code));
  if (kind === undefined || more.length > 0 || !marks.includes(kind)) return 'items.mark_code';
  if (kind === 'gs1m' && !isMarkCode(readFields(mark_code).gs1m)) return 'items.mark_code.gs1m';
  if (mark_processing_mode !== '0') return 'items.mark_processing_mode';
  return measure === 0 && quantity === 1 ? undefined : 'items.quantity';
}

/** Tag 2000: product and serial, then groups after separators, all in base64. */
export function isMarkCode(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false;
  const [product, ...groups] = Buffer.from(value, 'base64').toString('utf8').split('\u001d');
  return /^01\d{14}21\S{1,20}$/.test(product ?? '') && groups.every((group) => /^\d{2,4}\S+$/.test(group));
}

/** Tags 1222, 1224, 1225, 1226, 1171 and 1073. */
function wrongAgent({ agent_info, supplier_info }: Fields): string | undefined {
  if (agent_info === undefined) return supplier_info === undefined ? undefined : 'items.agent_info';
  const { type, paying_agent } = readFields(agent_info);
  if (!agentTypes.includes(String(type))) return 'items.agent_info';
  if (payingAgents.includes(String(type)) && !isPhones(readFields(paying_agent).phones))
    return 'items.agent_info';
  const { inn, name, phones } = readFields(supplier_info);
  if (!isInn(inn)) return 'items.supplier_info';
  if (name !== undefined && !isText(name, 256)) return 'items.supplier_info.name';
  return phones === undefined || isPhones(phones) ? undefined : 'items.supplier_info.phones';
}

/** A piece is said once. */
const wrongMarks = (items: readonly Fields[]): string | undefined => {
  const codes = items.flatMap(({ mark_code }) =>
    mark_code === undefined ? [] : [JSON.stringify(mark_code)],
  );
  return new Set(codes).size === codes.length ? undefined : 'items.mark_code';
};

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(readFields) : []);
export const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && Array.from(value).length <= most;
export const isEmail = (value: unknown) => isText(value, 64) && /^[^\s@]+@[^\s@]+$/.test(value);
const isPhone = (value: unknown) => isText(value, 19) && /^\+?\d{7,18}$/.test(value);
const isPhones = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isPhone);
const sumOf = (rows: readonly Fields[]) => rows.reduce((sum, row) => sum + (kopecks(row.sum) ?? 0), 0);

/** Ten or twelve digits, the last ones control digits. */
export function isInn(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(\d{10}|\d{12})$/.test(value)) return false;
  const digits = Array.from(value, Number);
  const control = (weights: readonly number[]) =>
    (weights.reduce((sum, weight, place) => sum + weight * (digits[place] ?? 0), 0) % 11) % 10;
  if (digits.length === 10) return control([2, 4, 10, 3, 5, 9, 4, 6, 8]) === digits[9];
  const eleventh = control([7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === digits[10];
  return eleventh && control([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === digits[11];
}

/** A number of roubles with at most two decimals. */
function kopecks(value: unknown): number | undefined {
  if (typeof value !== 'number' || value < 0) return undefined;
  const sum = Math.round(value * 100);
  return Math.abs(sum - value * 100) < 1e-6 ? sum : undefined;
}
