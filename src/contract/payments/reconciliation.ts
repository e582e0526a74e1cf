import * as yup from 'yup';
import { amount, choice, freeText, relatedId } from '@/contract/core/rules';
import { providerNames } from '@/contract/ledger/providers';
import { isWholeKopecks } from '@/contract/ledger/schema';

/** How a payment, a refund or a line of the bank differs from our books (docs/payments.md). */
export const differenceKinds = [
  'missing_here',
  'missing_there',
  'different',
  'fee_differs',
  'bank_differs',
  'payout_returned',
  'payout_not_left',
  'payout_late',
  'payout_books',
  'outgoing_unknown',
] as const;

export type DifferenceKind = (typeof differenceKinds)[number];

export const differenceStates = ['open', 'repaired', 'explained'] as const;

export type DifferenceState = (typeof differenceStates)[number];

/** What a line of the bank was found to be. */
export const lineMatches = [
  'settlement',
  'payout',
  'transfer',
  'buyer',
  'acquirer',
  'payout_returned',
  'shop_debt',
  'returned',
  'return_sent',
  'unknown',
] as const;

export type LineMatch = (typeof lineMatches)[number];

/** Why a statement contradicts itself. */
export type StatementProblem =
  | 'truncated'
  | 'empty'
  | 'field'
  | 'foreign'
  | 'balance'
  | 'income'
  | 'outgo'
  | 'gap'
  | 'account'
  | 'currency'
  | 'too_many';

export const maxReconciliationBytes = 50 * 1024 * 1024;

type Person = { id: number; name: string } | null;

/** A registry of a provider or a statement of the bank. Sums in roubles everywhere below. */
export interface ReconciliationFile {
  id: number;
  kind: 'registry' | 'statement';
  provider: string | null;
  file_name: string;
  state: 'waiting' | 'quarantined' | 'posted';
  problem: StatementProblem | null;
  problem_line: number | null;
  problem_expected: string | null;
  problem_found: string | null;
  first_day: string | null;
  last_day: string | null;
  lines: number;
  uploaded_by: Person;
  created_at: string;
  posted_at: string | null;
}

/** `GET reconciliation/files/{id}`: what is in the file, and what posting it does. */
export interface FilePreview extends ReconciliationFile {
  /** Lines that another file has posted: they are posted once. */
  known: number;
  /** A registry: what the provider owes by day. */
  days: SettlementDay[];
  /** A statement: its accounts. */
  accounts: AccountStatement[];
  /** A statement: what its lines are found to be. */
  groups: LineGroup[];
  /** Entries that posting makes, or has made, by account of the books. */
  entries: { account: string; amount: number }[];
  /** A statement that waits: what does not fit those that were posted. */
  warnings: StatementWarning[];
  /** A statement that waits: its first lines as they were read. */
  first_lines: FirstLine[];
}

export type FirstLine = Pick<
  BankLine,
  'id' | 'direction' | 'day' | 'number' | 'amount' | 'party' | 'party_inn' | 'party_account' | 'purpose'
>;

/** How a statement does not continue those of its account. Days of the calendar. */
export interface StatementWarning {
  /** `days`: days are missing, and balances go on; `gap`: they do not; `overlap`: days that were posted; `repeated`: a document that looks like a posted one. */
  kind: 'days' | 'gap' | 'overlap' | 'repeated';
  account: string;
  from: string | null;
  to: string | null;
  /** By how much the balance is off; of a document, its sum. */
  amount: number | null;
  /** Number of the document, or how many there are. */
  number: string | null;
  /** Posting asks once more. */
  must_see: boolean;
}

export interface SettlementDay {
  day: string;
  payments: number;
  refunds: number;
  fee: number;
  fee_vat: number;
  net: number;
  /** The bank has received it. */
  is_settled: boolean;
}

export interface AccountStatement {
  account: string;
  first_day: string;
  last_day: string;
  /** Null where the bank does not say it. */
  opening: number | null;
  income: number;
  outgo: number;
  closing: number | null;
}

export interface LineGroup {
  match: LineMatch;
  direction: 'in' | 'out';
  lines: number;
  sum: number;
}

/** `GET reconciliation/lines`: a posted line of the bank. */
export interface BankLine {
  id: number;
  account: string;
  direction: 'in' | 'out';
  day: string;
  number: string;
  amount: number;
  party: string;
  party_inn: string | null;
  purpose: string;
  /** Where money that came goes back to. */
  party_account: string | null;
  party_bic: string | null;
  match: LineMatch;
  /** Payouts that left or came back with it. */
  withdraw_ids: number[];
  /** Left the bank, and is not in the books before a person says what it was. */
  is_waiting: boolean;
  /** A person has given it to something. */
  is_applied: boolean;
  /** Orders that a buyer named. */
  orders: NamedOrder[];
  /** The only one of them. */
  order: NamedOrder | null;
  uses: LineUse[];
}

export interface NamedOrder {
  id: number;
  number: string;
}

export const useKinds = ['order', 'shop', 'return'] as const;

/** What a line, or a part of it, was given to. */
export interface LineUse {
  kind: (typeof useKinds)[number];
  amount: number;
  order: NamedOrder | null;
  shop: { id: number; name: string } | null;
  /** What goes back has left the bank. */
  is_sent: boolean;
}

/** An order that a line could be given to. */
export interface OrderChoice extends NamedOrder {
  order_status: string;
  payment_status: string;
  /** What it waits for. */
  due: number;
  /** What of the line it would get. */
  amount: number;
}

/** `GET reconciliation/lines/{id}/choices?number=`. */
export interface LineChoices {
  /** Named by the buyer; with a number, those that have it. */
  orders: OrderChoice[];
  /** Shops that owe, the largest debt first. */
  shops: { id: number; name: string; debt: number }[];
}

/** `POST reconciliation/lines/{id}/give`: to whom each part of the line goes; together they are the whole line. */
export const giveLineSchema = yup.object({
  parts: yup
    .array(
      yup.object({
        kind: choice(useKinds, 'error-wrong-value'),
        order_id: relatedId().when('kind', ([kind], id) =>
          kind === 'order' ? id.required('error-wrong-value') : id.transform(() => null),
        ),
        shop_id: relatedId().when('kind', ([kind], id) =>
          kind === 'shop' ? id.required('error-wrong-value') : id.transform(() => null),
        ),
        amount: amount()
          .required('error-sum-required')
          .moreThan(0, 'error-must-be-positive')
          .max(1e13, 'error-too-big')
          .test('kopecks', 'error-amount-kopecks', isWholeKopecks),
      }),
    )
    .required('error-wrong-value')
    .min(1, 'error-wrong-value')
    .max(100, 'error-too-many'),
});

/** `POST reconciliation/lines/{id}/sender`: an acquirer that is recognised by name and account from then on. */
export const nameSenderSchema = yup.object({ provider: choice(providerNames, 'error-wrong-value') });

/** `POST reconciliation/files/{id}/post`. */
export const postFileSchema = yup.object({
  /** What the preview warns of has been seen. */
  is_seen: yup.boolean().default(false),
});

/** Refunds of a payment that one side only has, by the provider's ids. */
export interface RefundIds {
  here: string[];
  there: string[];
}

/** `GET reconciliation/differences`. */
export interface Difference {
  id: number;
  kind: DifferenceKind;
  provider: string | null;
  subject: 'payment' | 'refund' | 'bank_line' | 'payout';
  object_id: string;
  /** Of refunds in a registry. */
  refund_ids: RefundIds | null;
  day: string;
  ours: number | null;
  theirs: number | null;
  order: { id: number; number: string } | null;
  /** Of a payout. */
  withdraw_id: number | null;
  bank_line_id: number | null;
  /** Of a line of the bank. */
  purpose: string | null;
  found_at: string;
  owner: Person;
  state: DifferenceState;
  reason: string | null;
  decided_by: Person;
  decided_at: string | null;
  version: number;
  /** What a repair moves from suspense (negative) or into it; null for what has no entry. */
  repair: number | null;
}

/** A provider and a day, compared. */
export interface NightRow {
  provider: string;
  day: string;
  source: 'list' | 'registry' | null;
  matched: number;
  differences: number;
  /** Of the differences, those that are still open. */
  open: number;
  is_ok: boolean;
  failure: string | null;
  at: string;
}

/** `GET reconciliation`. */
export interface ReconciliationSummary {
  /** Nights in a row, the last ones, in which every provider agreed. */
  nights_ok: number;
  /** The last night that did not. */
  failed: NightRow | null;
  open: number;
  nights: NightRow[];
  /** Providers whose registries can be uploaded. */
  providers: string[];
}

const repairWays = ['entry', 'explain'] as const;

/** `POST reconciliation/differences/{id}/repair`. */
export const repairSchema = yup.object({
  way: choice(repairWays, 'error-wrong-value').required('error-wrong-value'),
  reason: freeText().required('error-adjustment-reason-required').max(1000, 'error-too-long'),
  version: yup.number().integer().min(1).required('error-wrong-value'),
});

/** `POST reconciliation/differences/{id}/owner`: oneself, or nobody. */
export const ownerSchema = yup.object({ is_mine: yup.boolean().required('error-wrong-value') });

/** `POST reconciliation/lines/{id}/payouts`: the payouts that a line is. */
export const giveToPayoutsSchema = yup.object({
  withdraw_ids: yup
    .array()
    .of(relatedId().required('error-wrong-value'))
    .required('error-wrong-value')
    .min(1, 'error-wrong-value')
    .max(200, 'error-wrong-value'),
  reason: freeText().required('error-adjustment-reason-required').max(1000, 'error-too-long'),
});

/** A payout that a line of the bank may be. */
export interface PayoutChoice {
  id: number;
  shop: string;
  amount: number;
}

/** `GET reconciliation/lines/{id}/payouts?search=`: the first of those that the line may be, the nearest sums first. */
export interface PayoutChoices {
  payouts: PayoutChoice[];
  total: number;
}

/** Where a registry is refused (`current` of the refusal). */
export interface RegistryFault {
  line: number;
  column: string;
  text: string;
  /** What would have been right there, such as the sum of the rows or the column that is missing. */
  expected: string | null;
  /** Of a workbook with several. */
  sheet: string | null;
}
