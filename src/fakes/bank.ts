import {
  type Fake,
  type FakeAnswer,
  type FakeOptions,
  type FakeRequest,
  type Fields,
  type Protocol,
  readFields,
  startFake,
} from './core';
import { type Encoding, encode, encodings } from './encodings';
import { dayIn, moscowDate, moscowDays, netAmount } from './movements';
import { writeRegistry } from './registry';
import { computeClosing, deviations, type Party, type StatementLine, statementFile } from './statement';
import type { World } from './world';

/**
 * The platform's bank: pays out what the acquirers owe a working day later, takes payment orders, and exports statements.
 * Registries of the acquirers come from here, too, as they come by mail: `GET /registry`, `GET /statement`.
 */
export interface BankOptions extends FakeOptions {
  /** The acquirers by the names that the product has for them. */
  acquirers: Readonly<Record<string, Pick<Fake, 'movements'>>>;
  /** Kopecks at the beginning. */
  balance?: number;
  token: string;
}

interface PaymentOrder {
  externalId: string;
  asked: string;
  status: 'ACCEPTED' | 'CARD2' | 'IMPLEMENTED' | 'REFUSEDBYBANK' | 'REQUISITEERROR';
  number: string;
  amount: number;
  payee: Party;
  purpose: string;
  at: number;
}

const sber = { bank: 'ПАО СБЕРБАНК г. Москва', bic: '044525225', correspondent: '30101810400000000225' };
const platformParty: Party = {
  name: 'ООО "Гостиный двор"',
  inn: '7799123455',
  kpp: '779901001',
  account: '40702810138000123458',
  ...sber,
};
const acquirerParties: Record<string, Party> = {
  yookassa: {
    name: 'ООО НКО "ЮМани"',
    inn: '7750005725',
    kpp: '770501001',
    account: '30232810600000000010',
    bank: 'ООО НКО "ЮМани"',
    bic: '044525444',
    correspondent: '30103810945250000444',
  },
  tbank: {
    name: 'АО "ТБанк"',
    inn: '7710140679',
    kpp: '771301001',
    account: '30232810100000000004',
    bank: 'АО "ТБанк" г. Москва',
    bic: '044525974',
    correspondent: '30101810145250000974',
  },
};

export const startBank = (options: BankOptions) => startFake((world) => new Bank(world, options), options);

class Bank implements Protocol {
  readonly repeatMs = 600_000;
  private readonly orders: PaymentOrder[] = [];
  /** Lines that no acquirer and no order made: returns, transfers, fees. */
  private readonly others: StatementLine[] = [];
  private readonly debited: StatementLine[] = [];
  private readonly world: World;
  private readonly options: BankOptions;

  constructor(world: World, options: BankOptions) {
    this.world = world;
    this.options = options;
  }

  isConfirmed = (status: number) => status === 200;
  eventOf = (body: Fields) => String(body.bankStatus);
  alter = (_kind: unknown, body: Fields) => body;
  keyOf = ({ body }: FakeRequest) => (typeof body.externalId === 'string' ? body.externalId : null);

  handle({ method, path, query, headers, body }: FakeRequest): FakeAnswer {
    if (headers.authorization !== `Bearer ${this.options.token}`) return failed(401, 'UNAUTHORIZED');
    const [, family, id] = path.split('/');
    if (method === 'GET' && family === 'registry') return file(this.registry(Object.fromEntries(query)));
    if (method === 'GET' && family === 'statement') return file(this.statement(Object.fromEntries(query)));
    if (family !== 'payment-orders') return failed(404, 'NOT_FOUND');
    if (method === 'POST') return this.order(body);
    const order = this.orders.find(({ externalId }) => externalId === id);
    return order ? { status: 200, body: shown(order) } : failed(404, 'NOT_FOUND');
  }

  /** The same `externalId` is the same order. */
  private order(body: Fields): FakeAnswer {
    const { externalId, number, amount, purpose } = body;
    const known = this.orders.find((one) => one.externalId === externalId);
    if (known) return known.asked === JSON.stringify(body) ? ok(shown(known)) : failed(409, 'DUPLICATE');
    const payee = partyIn(readFields(body.payee));
    if (typeof externalId !== 'string' || externalId === '') return failed(400, 'externalId');
    if (typeof number !== 'string' || !/^\d{1,6}$/.test(number) || Number(number) === 0)
      return failed(400, 'number');
    if (!Number.isSafeInteger(amount) || Number(amount) <= 0) return failed(400, 'amount');
    if (typeof purpose !== 'string' || purpose === '' || purpose.length > 210) return failed(400, 'purpose');
    if (!payee) return failed(400, 'payee');
    const order: PaymentOrder = {
      externalId,
      number,
      purpose,
      payee,
      amount: Number(amount),
      asked: JSON.stringify(body),
      status: 'ACCEPTED',
      at: this.world.clock.now(),
    };
    this.orders.push(order);
    return ok(shown(order));
  }

  /** Orders are debited the next day, as far as there is money. */
  tick = () => {
    const today = moscowDays(this.world.clock.now());
    for (const order of this.orders)
      if (order.status === 'ACCEPTED' && moscowDays(order.at) < today) this.debit(order);
  };

  private debit(order: PaymentOrder): void {
    const day = moscowDays(this.world.clock.now());
    order.status = order.amount > this.balanceAt(day) ? 'CARD2' : 'IMPLEMENTED';
    const { number, amount, payee, purpose } = order;
    if (order.status === 'IMPLEMENTED')
      this.debited.push({ number, day, amount, payer: platformParty, payee, purpose });
  }

  /** `registry`, `statement`: the files; `order`: what becomes of a payment order; `transfer`: somebody else's money. */
  control(command: Fields): unknown {
    if (command.do === 'registry' || command.do === 'statement') {
      const bytes = command.do === 'registry' ? this.registry(command) : this.statement(command);
      return bytes && { base64: bytes.toString('base64') };
    }
    if (command.do === 'transfer') {
      const { amount, purpose } = command;
      const payer = partyIn(readFields(command.payer)) ?? {
        ...sber,
        name: 'Иванов Иван',
        inn: '500100732259',
        account: '40817810438000000014',
      };
      return this.add({ amount: Number(amount), payer, payee: platformParty, purpose: String(purpose) });
    }
    if (command.do === 'fee')
      return this.add({
        amount: Number(command.amount),
        payer: platformParty,
        purpose: 'Комиссия за ведение счета. НДС не облагается',
        payee: { ...sber, name: 'ПАО СБЕРБАНК', inn: '7707083893', account: '70601810900002720107' },
      });
    const order = this.orders.find(({ externalId }) => externalId === command.id);
    return command.do === 'order' && order ? this.endOrder(order, command) : undefined;
  }

  /** `debit`, `refuse`, `requisites`; `return`: money that was debited comes back. */
  private endOrder(order: PaymentOrder, { end }: Fields): unknown {
    const { number, amount, payee, status } = order;
    if (end === 'return') {
      if (status !== 'IMPLEMENTED') return undefined;
      const purpose = `Возврат по п/п ${number}: счёт получателя закрыт`;
      return this.add({ amount, payer: payee, payee: platformParty, purpose });
    }
    if (status !== 'ACCEPTED' && status !== 'CARD2') return undefined;
    if (end === 'debit') this.debit(order);
    else if (end === 'refuse') order.status = 'REFUSEDBYBANK';
    else if (end === 'requisites') order.status = 'REQUISITEERROR';
    else return undefined;
    return shown(order);
  }

  private add(line: Omit<StatementLine, 'number' | 'day'>): unknown {
    const number = String(700 + this.others.length);
    this.others.push({ ...line, number, day: moscowDays(this.world.clock.now()) });
    return { number };
  }

  /** The registry of a Moscow day; undefined for an unknown acquirer or date. */
  private registry({ provider, day, off, encoding }: Fields): Buffer | undefined {
    const acquirer = Object.hasOwn(this.options.acquirers, String(provider))
      ? this.options.acquirers[String(provider)]
      : undefined;
    const date = dayIn(day);
    if (!acquirer || date === undefined) return undefined;
    const rows = acquirer.movements().filter(({ at }) => moscowDays(at) === date);
    return encode(writeRegistry(String(provider), rows, Number(off ?? 0)), encodingIn(encoding, 'utf-8-bom'));
  }

  /** `off`: kopecks by which the first settlement of an acquirer differs from its registry. */
  private statement({ from, to, day, off, encoding, deviations: asked }: Fields): Buffer | undefined {
    const [first, last] = [dayIn(from ?? day), dayIn(to ?? from ?? day)];
    if (first === undefined || last === undefined || last < first || last - first > 366) return undefined;
    const names = typeof asked === 'string' ? asked.split(',') : Array.isArray(asked) ? asked : [];
    const lines = this.linesUntil(last, Number(off ?? 0)).filter(({ day: at }) => at >= first);
    const opening = this.balanceAt(first - 1);
    return statementFile(
      { own: platformParty, from: first, to: last, opening, lines },
      encodingIn(encoding, 'windows-1251'),
      deviations.filter((one) => names.includes(one)),
    );
  }

  private balanceAt(day: number): number {
    return computeClosing(platformParty, this.options.balance ?? 0, this.linesUntil(day, 0));
  }

  private linesUntil(day: number, off: number): StatementLine[] {
    const settled = Object.entries(this.options.acquirers).flatMap(([name, { movements }]) =>
      settlementsOf(name, movements(), day),
    );
    const [first, ...rest] = settled;
    const paid = first ? [{ ...first, amount: first.amount - off }, ...rest] : [];
    return [...paid, ...this.debited, ...this.others]
      .filter((line) => line.day <= day)
      .toSorted((one, other) => one.day - other.day);
  }
}

/** What an acquirer owes for each day comes in one sum the next; a day of more refunds than payments waits for the next sum. */
function settlementsOf(
  name: string,
  movements: ReturnType<Fake['movements']>,
  last: number,
): StatementLine[] {
  const payer = acquirerParties[name];
  const days = [...new Set(movements.map(({ at }) => moscowDays(at)))].toSorted((one, other) => one - other);
  if (!payer) return [];
  const lines: StatementLine[] = [];
  let owed = 0;
  for (const day of days.filter((one) => one < last)) {
    owed += movements
      .filter(({ at }) => moscowDays(at) === day)
      .reduce((sum, one) => sum + netAmount(one), 0);
    if (owed <= 0) continue;
    const purpose = `Перечисление средств по реестру за ${moscowDate(day).split('-').reverse().join('.')} по договору 100500. НДС не облагается`;
    lines.push({ number: String(day), day: day + 1, amount: owed, payer, payee: platformParty, purpose });
    owed = 0;
  }
  return lines;
}

function partyIn(fields: Fields): Party | undefined {
  const { name, inn, kpp, account, bank, bic, correspondent } = fields;
  if (typeof name !== 'string' || name === '' || name.length > 160) return undefined;
  if (!/^(\d{10}|\d{12})$/.test(String(inn)) || !/^\d{20}$/.test(String(account))) return undefined;
  if (!/^\d{9}$/.test(String(bic))) return undefined;
  return {
    name,
    inn: String(inn),
    account: String(account),
    bic: String(bic),
    bank: String(bank ?? ''),
    kpp: typeof kpp === 'string' ? kpp : undefined,
    correspondent: String(correspondent ?? ''),
  };
}

const encodingIn = (value: unknown, usual: Encoding) => encodings.find((one) => one === value) ?? usual;
const shown = ({ externalId, number, amount, status }: PaymentOrder) => ({
  externalId,
  number,
  amount,
  bankStatus: status,
});
const ok = (body: unknown): FakeAnswer => ({ status: 200, body });
const failed = (status: number, code: string): FakeAnswer => ({ status, body: { code } });
const file = (bytes: Buffer | undefined) => (bytes ? ok(bytes) : failed(400, 'BAD_REQUEST'));
