import { SaxesParser } from 'saxes';
import { makeTurns } from '@/server/core/files/turns';
import { readKopecks } from '../file-values';
import { readInn, splitPartyName } from './party-name';
import {
  type AccountSection,
  assertFits,
  maxAccounts,
  maxDocuments,
  ownParty,
  type ParsedStatement,
  type Party,
  type StatementDocument,
  StatementFault,
} from './statement';

/** An element of a statement, by its local name: the versions differ in their namespaces. */
interface Node {
  name: string;
  line: number;
  currency: string | undefined;
  text: string;
  children: Node[];
}

const chunk = 16 * 1024;
const deepest = 40;
const mostAttributes = 50;
/** Payments of one entry. */
const largestBatch = 20_000;
/** Elements of one entry: those of so many payments, each with all that is told of it. */
const largestEntry = 500_000;
/** What is read; others are not kept, because a file may have millions of them. */
const known = new Set(
  `Acct Id IBAN Othr Ccy FrToDt FrDtTm ToDtTm Bal Tp CdOrPrtry Cd Prtry Amt CdtDbtInd Dt DtTm Ntry Sts BookgDt ValDt
  NtryDtls TxDtls AmtDtls TxAmt InstdAmt RvslInd RtrInf Refs EndToEndId InstrId TxId AcctSvcrRef NtryRef RmtInf Ustrd Strd
  CdtrRefInf Ref AddtlTxInf AddtlNtryInf RltdPties Dbtr Cdtr Pty DbtrAcct CdtrAcct RltdAgts DbtrAgt CdtrAgt FinInstnId
  ClrSysMmbId MmbId BICFI BIC OrgId PrvtId Nm`.split(/\s+/),
);

/** Reads ISO 20022 camt.053 of any version (docs/formats.md). Throws StatementFault. */
export async function parseCamt(text: string): Promise<ParsedStatement> {
  const statements: StatementBuilder[] = [];
  const open: Node[] = [];
  const parser = new SaxesParser();
  let failure: StatementFault | undefined;
  const fail = (line: number, found: string) => {
    failure ??= new StatementFault('field', { line, found: found.slice(0, 100) });
  };
  parser.on('error', (error) => fail(parser.line, error.message));
  // Entities of its own make a small file endless, and read others.
  parser.on('doctype', () => fail(parser.line, '<!DOCTYPE'));
  let attributes = 0;
  let elements = 0;
  parser.on('attribute', ({ name }) => {
    attributes += 1;
    if (attributes > mostAttributes) fail(parser.line, name);
  });
  parser.on('opentag', ({ name, attributes: given }) => {
    attributes = 0;
    const node = {
      name: localName(name),
      line: parser.line,
      text: '',
      children: [],
      currency: given.Ccy,
    };
    if (node.name === 'Stmt') statements.push(new StatementBuilder(parser.line));
    if (open.length >= deepest) fail(parser.line, name);
    else open.push(node);
  });
  const addText = (piece: string) => {
    const last = open.at(-1);
    if (last && last.text.length < 4000) last.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const node = open.pop();
    const parent = open.at(-1);
    if (!node || !parent || failure) return;
    if (parent.name !== 'Stmt') {
      if (!known.has(node.name) || !open.some(({ name }) => name === 'Stmt')) return;
      parent.children.push(node);
      elements += 1;
      if (elements > largestEntry) fail(node.line, node.name);
    } else {
      elements = 0;
      try {
        statements.at(-1)?.add(node);
      } catch (error) {
        if (!(error instanceof StatementFault)) throw error;
        failure = error;
      }
    }
  });
  const turn = makeTurns();
  for (let from = 0; from < text.length && !failure; from += chunk) {
    parser.write(text.slice(from, from + chunk));
    await turn();
  }
  if (!failure) parser.close();
  if (failure) throw failure;
  if (statements.length === 0) throw new StatementFault('empty');
  assertFits(statements, 100 * maxAccounts);
  const sections = statements.map((one) => one.section());
  const documents = statements.flatMap((one) => one.documents);
  assertFits(documents, maxDocuments);
  return { accounts: [...new Set(sections.map(({ account }) => account))], sections, documents };
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const all = (node: Node | undefined, name: string): Node[] =>
  node?.children.filter((child) => child.name === name) ?? [];

/** The first element down a path. */
function find(node: Node | undefined, ...path: string[]): Node | undefined {
  let found: Node | undefined = node;
  for (const name of path) found = found?.children.find((child) => child.name === name);
  return found;
}

const textAt = (node: Node | undefined, ...path: string[]): string =>
  (find(node, ...path)?.text ?? '').trim();

/** The day that the bank wrote, whatever its clock. */
const dayAt = (node: Node | undefined, ...path: string[]): string | null =>
  /^\d{4}-\d\d-\d\d/.exec(
    textAt(find(node, ...path), 'Dt') || textAt(find(node, ...path), 'DtTm') || textAt(node, ...path),
  )?.[0] ?? null;

function amountOf(node: Node): number {
  const amount = readKopecks(node.text.trim().replace(/(\.\d\d)0+$/, '$1'));
  if (amount === undefined || amount < 0)
    throw new StatementFault('field', { line: node.line, expected: 'Amt', found: node.text.slice(0, 100) });
  return amount;
}

const isCredit = (node: Node | undefined): boolean => textAt(node, 'CdtDbtInd') === 'CRDT';

class StatementBuilder {
  readonly line: number;
  #account = '';
  #currency: string | null = null;
  #days: [string | null, string | null] = [null, null];
  readonly #balances = new Map<string, number>();
  readonly documents: StatementDocument[] = [];

  constructor(line: number) {
    this.line = line;
  }

  add(node: Node): void {
    if (node.name === 'Acct') {
      this.#account = (textAt(node, 'Id', 'IBAN') || textAt(node, 'Id', 'Othr', 'Id'))
        .replaceAll(' ', '')
        .slice(0, 40);
      this.#currency = textAt(node, 'Ccy') || null;
    }
    if (node.name === 'FrToDt') this.#days = [dayAt(node, 'FrDtTm'), dayAt(node, 'ToDtTm')];
    if (node.name === 'Bal') this.#addBalance(node);
    // The account comes before its entries in every version.
    if (node.name === 'Ntry' && isBooked(node)) {
      this.documents.push(...documentsOf(node, this.#account));
      assertFits(this.documents, maxDocuments);
    }
  }

  #addBalance(node: Node): void {
    const code = textAt(node, 'Tp', 'CdOrPrtry', 'Cd') || textAt(node, 'Tp', 'CdOrPrtry', 'Prtry');
    const amount = find(node, 'Amt');
    if (!amount) return;
    this.#currency ??= amount.currency ?? null;
    this.#balances.set(code, isCredit(node) ? amountOf(amount) : 0 - amountOf(amount));
    const day = dayAt(node, 'Dt');
    // The balance of the evening before says nothing of the first day.
    if (code === 'OPBD') this.#days[0] ??= day;
    if (code === 'CLBD') this.#days[1] ??= day;
  }

  section(): AccountSection {
    const account = this.#account;
    if (account === '') throw new StatementFault('field', { line: this.line, expected: 'Acct' });
    const [firstDay, lastDay] = this.#days;
    return {
      line: this.line,
      account,
      currency: this.#currency,
      firstDay,
      lastDay,
      income: null,
      outgo: null,
      opening: this.#balances.get('OPBD') ?? this.#balances.get('PRCD') ?? null,
      closing: this.#balances.get('CLBD') ?? null,
    };
  }
}

/** What waits or is only told of has moved nothing. */
function isBooked(entry: Node): boolean {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
  return status === '' || status === 'BOOK';
}

/** One for each payment of a batch, when their sums are that of the entry; else the entry as it is. */
function documentsOf(entry: Node, account: string): StatementDocument[] {
  const amount = find(entry, 'Amt');
  if (!amount) throw new StatementFault('field', { line: entry.line, expected: 'Amt' });
  if (amount.currency && !['RUB', 'RUR'].includes(amount.currency))
    throw new StatementFault('currency', { line: amount.line, expected: account, found: amount.currency });
  const whole = amountOf(amount);
  const details = all(entry, 'NtryDtls').flatMap((one) => all(one, 'TxDtls'));
  assertFits(details, largestBatch);
  const parts = details.map((detail) => {
    const own =
      find(detail, 'Amt') ??
      find(detail, 'AmtDtls', 'TxAmt', 'Amt') ??
      find(detail, 'AmtDtls', 'InstdAmt', 'Amt');
    const isIn = find(detail, 'CdtDbtInd') ? isCredit(detail) : isCredit(entry);
    return { detail, isIn, amount: own ? amountOf(own) : null };
  });
  const sign = isCredit(entry) ? 1 : -1;
  const sum = parts.reduce((total, part) => total + sign * (part.isIn ? 1 : -1) * (part.amount ?? 0), 0);
  if (parts.length > 1 && sum === whole && parts.every((part) => part.amount))
    return parts.map((part) => documentOf(entry, [part.detail], account, part.isIn, part.amount ?? 0));
  if (whole === 0) return [];
  return [documentOf(entry, details, account, isCredit(entry), whole)];
}

function documentOf(
  entry: Node,
  details: readonly Node[],
  account: string,
  isIn: boolean,
  amount: number,
): StatementDocument {
  const [detail] = details;
  const day = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt');
  if (!day) throw new StatementFault('field', { line: entry.line, expected: 'BookgDt' });
  // `CdtDbtInd` is what happened to the account, also for what was taken back.
  const isReversal = textAt(entry, 'RvslInd') === 'true' || find(detail, 'RtrInf') !== undefined;
  const party = otherParty(detail, account, isReversal ? !isIn : isIn);
  return {
    line: entry.line,
    day,
    amount,
    debitedOn: isIn ? null : day,
    creditedOn: isIn ? day : null,
    number: numberOf(entry, detail).slice(0, 60),
    payer: isIn ? party : ownParty(account),
    payee: isIn ? ownParty(account) : party,
    purpose: purposeOf(entry, details, isReversal),
  };
}

function numberOf(entry: Node, detail: Node | undefined): string {
  const given = ['EndToEndId', 'InstrId', 'TxId', 'AcctSvcrRef'].map((name) => textAt(detail, 'Refs', name));
  return (
    [...given, textAt(entry, 'AcctSvcrRef'), textAt(entry, 'NtryRef')].find(
      (one) => one !== '' && one !== 'NOTPROVIDED',
    ) ?? ''
  );
}

function purposeOf(entry: Node, details: readonly Node[], isReversal: boolean): string {
  const written = details.flatMap((detail) => {
    const rows = all(find(detail, 'RmtInf'), 'Ustrd').map(({ text }) => text);
    const reference = textAt(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref');
    return [rows.join(''), reference, rows.length === 0 ? textAt(detail, 'AddtlTxInf') : ''];
  });
  const text = written.filter(Boolean).join(' ') || textAt(entry, 'AddtlNtryInf');
  const plain = text.slice(0, 4000).split(/\s/).filter(Boolean).join(' ');
  return isReversal && !/возврат/i.test(plain) ? `Возврат. ${plain}`.trim() : plain;
}

/** Who paid what came, and who got what went; the other one where that is our account. */
function otherParty(detail: Node | undefined, own: string, isIn: boolean): Party {
  const sides = isIn ? (['Dbtr', 'Cdtr'] as const) : (['Cdtr', 'Dbtr'] as const);
  const parties = sides.map((side) => partyOf(detail, side));
  return (
    parties.find(({ name, account }) => account !== own && (name !== '' || account !== null)) ?? {
      name: '',
      inn: null,
      bic: null,
      account: null,
      accounts: [],
    }
  );
}

function partyOf(detail: Node | undefined, side: 'Dbtr' | 'Cdtr'): Party {
  const related = find(detail, 'RltdPties');
  // Since version 8 a party stands within `Pty`.
  const person = find(related, side, 'Pty') ?? find(related, side);
  const account =
    textAt(related, `${side}Acct`, 'Id', 'IBAN') || textAt(related, `${side}Acct`, 'Id', 'Othr', 'Id');
  const bank = find(detail, 'RltdAgts', `${side}Agt`, 'FinInstnId');
  const ids = ['OrgId', 'PrvtId']
    .flatMap((kind) => all(find(person, 'Id', kind), 'Othr'))
    .map((one) => textAt(one, 'Id'));
  const { name, inn } = splitPartyName(textAt(person, 'Nm'));
  const bic = textAt(bank, 'ClrSysMmbId', 'MmbId') || textAt(bank, 'BICFI') || textAt(bank, 'BIC');
  const found = account.replaceAll(' ', '').slice(0, 40);
  return {
    name,
    bic: bic.slice(0, 20) || null,
    account: found || null,
    accounts: found ? [found] : [],
    inn: ids.map(readInn).find((one) => one !== null) ?? inn,
  };
}
