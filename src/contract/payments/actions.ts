import { action, as, type Download, type SentInput } from '@/contract/core/action';
import type { Page } from '@/contract/core/paging';
import { adminOnly, moneyReaders } from '@/contract/core/permissions';
import { orders } from '@/contract/orders';
import type { ExchangeRow } from './exchanges';
import {
  openLinkSchema,
  type PaymentCheck,
  type PaymentLink,
  type PayView,
  paymentLinkSchema,
  type SentLink,
} from './links';
import {
  type BankLine,
  type Difference,
  type FilePreview,
  giveLineSchema,
  giveToPayoutsSchema,
  type LineChoices,
  nameSenderSchema,
  ownerSchema,
  type PayoutChoices,
  postFileSchema,
  type ReconciliationFile,
  type ReconciliationSummary,
  repairSchema,
} from './reconciliation';
import { breakdownSchema, type Rehearsal } from './rehearsal';
import type { RememberedStatement, StatementTable } from './statement-columns';
import { answerTaskSchema, type Chargeback, openChargebackSchema, type PaymentTask } from './tasks';
import type {
  LineOrigin,
  OrderPayments,
  PaymentPage,
  PaymentTrail,
  ProviderView,
  SweepResult,
  TestPayment,
} from './views';

/** What can be asked of payments, besides the rows of its families. */

export const orderPayments = action('GET orders/:key/payments', 'Attempts to pay and what went back.', {
  right: 'orders:read',
  allow: orders.allow.update,
  capability: 'payments',
  answer: as<OrderPayments>(),
});
export const listPayments = action(
  'GET payments',
  'Attempts of all orders, latest first, with the sums of all that the filter finds.',
  { right: 'finance:read', allow: adminOnly, capability: 'payments', answer: as<PaymentPage>() },
);
export const exportPayments = action('GET payments/export', 'The same rows as CSV, oldest first.', {
  right: 'finance:read',
  allow: adminOnly,
  capability: 'export',
  inView: false,
  answer: as<Download>(),
});
export const providerViews = action(
  'GET payments/providers',
  'Of each acquirer whether it is connected, and how its last day went.',
  { right: 'finance:read', allow: adminOnly, capability: 'payments', answer: as<ProviderView[]>() },
);
export const sweepProvider = action(
  'POST payments/providers/:name/sweep',
  'Applies what the provider has and no webhook has brought, at once instead of within six hours.',
  {
    right: 'finance:write',
    allow: adminOnly,
    capability: 'payments',
    sends: as<Record<string, never>>(),
    answer: as<SweepResult>(),
  },
);
export const testProvider = action(
  'POST payments/providers/:name/test',
  'Makes a payment that belongs to no order, to try an acquirer.',
  {
    right: 'finance:write',
    allow: adminOnly,
    capability: 'payments',
    sends: as<Record<string, never>>(),
    answer: as<TestPayment>(),
  },
);
export const paymentTrail = action(
  'GET payments/:key',
  "An attempt, webhooks about it, entries of its order's money, and exchanges.",
  { right: 'finance:read', allow: adminOnly, capability: 'payments', answer: as<PaymentTrail>() },
);
export const paymentPdf = action(
  'GET payments/:key/pdf',
  "A payment's sums down to entries, goods, rates and the provider's objects.",
  { right: 'finance:read', allow: adminOnly, capability: 'payments', answer: as<Download>() },
);
export const lineOrigin = action(
  'GET ledger/lines/:key/origin',
  'The entry of a line, the goods and the rate behind it, and the payments.',
  { right: 'finance:read', allow: moneyReaders, capability: 'payments', answer: as<LineOrigin>() },
);
export const originPdf = action(
  'GET ledger/lines/:key/origin/pdf',
  'Where a line of the ledger comes from, on paper.',
  {
    right: 'finance:read',
    allow: moneyReaders,
    capability: 'payments',
    answer: as<Download>(),
  },
);
export const listTasks = action('GET payment-tasks', 'Payments that wait for a person.', {
  right: 'finance:read',
  allow: adminOnly,
  capability: 'payments',
  answer: as<Page<PaymentTask>>(),
});
export const answerTask = action(
  'POST payment-tasks/:id/answer',
  'Answers a task about a payment, once, however many people answer.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'payments',
    confirm: true,
    body: answerTaskSchema,
    answer: as<PaymentTask>(),
  },
);
export const listChargebacks = action('GET chargebacks', 'Chargebacks.', {
  right: 'finance:read',
  allow: adminOnly,
  capability: 'payments',
  answer: as<Page<Chargeback>>(),
});
export const openChargeback = action('POST chargebacks', 'Notes that a buyer’s bank takes money back.', {
  right: 'finance:decide',
  allow: adminOnly,
  capability: 'payments',
  confirm: true,
  body: openChargebackSchema,
  answer: as<Chargeback>(),
});
export const createLink = action(
  'POST orders/:key/payment-links',
  'A new link, sent to the buyer if asked.',
  {
    right: 'orders:write',
    allow: orders.allow.update,
    capability: 'payments',
    body: paymentLinkSchema,
    sends: as<Partial<SentInput<typeof paymentLinkSchema>>>(),
    answer: as<PaymentLink>(),
  },
);
export const listSentLinks = action(
  'GET orders/:key/payment-links',
  'Whether the latest payment links of an order have left.',
  { right: 'orders:read', allow: orders.allow.update, capability: 'payments', answer: as<SentLink[]>() },
);
export const checkPayment = action(
  'POST orders/:key/payment-check',
  'Asks the acquirer about the latest payment of an order, applies what it says, and repeats it.',
  { right: 'orders:write', allow: adminOnly, capability: 'payments', answer: as<PaymentCheck>() },
);
export const readLink = action('GET payment-links/:secret', 'The page of a payment link.', {
  right: 'own',
  allow: 'public',
  capability: 'payments',
  inView: false,
  answer: as<PayView>(),
});
export const openLink = action(
  'POST payment-links/:secret',
  'Opens the payment, if none is open, and asks for its link; another way to pay takes the place of the open one.',
  {
    right: 'own',
    allow: 'public',
    capability: 'payments',
    body: openLinkSchema,
    sends: as<Partial<SentInput<typeof openLinkSchema>>>(),
    answer: as<PayView>(),
  },
);
export const readRehearsal = action(
  'GET dev/rehearsal',
  'The rehearsal: attempts at the stand-in acquirer, and what is broken in it.',
  { right: 'finance:decide', allow: adminOnly, capability: 'outbox', inView: false, answer: as<Rehearsal>() },
);
export const breakAcquirer = action(
  'POST dev/rehearsal/breakdown',
  'Breaks or mends the stand-in acquirer.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'outbox',
    body: breakdownSchema,
    answer: as<Rehearsal>(),
  },
);
export const placeDemoOrder = action(
  'POST dev/rehearsal/orders',
  "An order of the demo's customer for the first thing that can be bought, to be paid online.",
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'outbox',
    sends: as<Record<string, never>>(),
    answer: as<Rehearsal>(),
  },
);
export const payAttempt = action(
  'POST dev/rehearsal/attempts/:key/pay',
  'The buyer pays an attempt at the stand-in: what is due, or ten roubles less.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'outbox',
    sends: as<Record<string, never>>(),
    answer: as<Rehearsal>(),
  },
);
export const openBankPage = action('GET dev/bank/:payment', 'The page of the stand-in bank.', {
  right: 'own',
  allow: 'public',
  capability: 'outbox',
  inView: false,
});
export const answerAtBank = action(
  'POST dev/bank/:payment',
  'What was pressed on the page of the stand-in bank.',
  { right: 'own', allow: 'public', capability: 'outbox' },
);
export const readNights = action(
  'GET reconciliation',
  'The last nights, how many in a row agreed, and the last that did not.',
  { right: 'finance:read', allow: adminOnly, capability: 'ledger', answer: as<ReconciliationSummary>() },
);
export const listBankLines = action('GET reconciliation/lines', 'Posted lines of the bank, latest first.', {
  right: 'finance:read',
  allow: adminOnly,
  capability: 'ledger',
  answer: as<Page<BankLine>>(),
});
export const applyTransfer = action(
  'POST reconciliation/lines/:id/apply',
  'Lets a transfer pay the orders that its buyer named.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'ledger',
    confirm: true,
    sends: as<Record<string, never>>(),
    answer: as<BankLine>(),
  },
);
export const readChoices = action(
  'GET reconciliation/lines/:id/choices',
  'What a line may be given to: orders that it names, or those of a number that somebody typed, and shops that owe.',
  { right: 'finance:read', allow: adminOnly, capability: 'ledger', answer: as<LineChoices>() },
);
export const giveLine = action(
  'POST reconciliation/lines/:id/give',
  'The money of a line that nobody has explained goes to orders, to the debts of shops, or back to its sender; once, and from the sum of the rules on by two persons.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'ledger',
    confirm: true,
    body: giveLineSchema,
    answer: as<BankLine>(),
  },
);
export const nameSender = action(
  'POST reconciliation/lines/:id/sender',
  'A person says once that a sender is an acquirer, and from then on its name and account are known.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'ledger',
    confirm: true,
    body: nameSenderSchema,
    answer: as<BankLine>(),
  },
);
export const listPayoutChoices = action(
  'GET reconciliation/lines/:id/payouts',
  'Payouts that a person may give the line to, the nearest sums first; found by the number, the shop or the sum.',
  { right: 'finance:read', allow: adminOnly, capability: 'ledger', answer: as<PayoutChoices>() },
);
export const giveToPayouts = action(
  'POST reconciliation/lines/:id/payouts',
  'A person says which payouts a line of the bank is: an outgoing one has paid them, an incoming one brought them back.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'ledger',
    confirm: true,
    body: giveToPayoutsSchema,
    answer: as<BankLine>(),
  },
);
export const listDifferences = action(
  'GET reconciliation/differences',
  'Differences between us and the providers: open ones unless another state is asked for.',
  { right: 'finance:read', allow: adminOnly, capability: 'ledger', answer: as<Page<Difference>>() },
);
export const ownDifference = action(
  'POST reconciliation/differences/:id/owner',
  'Says who looks at a difference.',
  {
    right: 'finance:write',
    allow: adminOnly,
    capability: 'ledger',
    body: ownerSchema,
    answer: as<Difference>(),
  },
);
export const repairDifference = action(
  'POST reconciliation/differences/:id/repair',
  'Closes a difference with a reason, by an entry or without one.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'ledger',
    confirm: true,
    body: repairSchema,
    answer: as<Difference>(),
  },
);
export const listFiles = action('GET reconciliation/files', 'Registries and statements, the latest first.', {
  right: 'finance:read',
  allow: adminOnly,
  capability: 'ledger',
  answer: as<Page<ReconciliationFile>>(),
});
export const previewFile = action(
  'GET reconciliation/files/:id',
  'What is in a file, and what posting it does or has done.',
  { right: 'finance:read', allow: adminOnly, capability: 'ledger', answer: as<FilePreview>() },
);
export const uploadFile = action(
  'POST reconciliation/files',
  'Reads a registry of an acquirer or a statement of a bank, and shows it before anything is posted.',
  {
    right: 'finance:write',
    allow: adminOnly,
    capability: 'ledger',
    sends: as<FormData>(),
    answer: as<FilePreview>(),
  },
);
export const readTableColumns = action(
  'POST reconciliation/tables',
  'What the columns of a table are taken for.',
  {
    right: 'finance:write',
    allow: adminOnly,
    capability: 'ledger',
    sends: as<FormData>(),
    answer: as<StatementTable>(),
  },
);
export const listColumns = action(
  'GET reconciliation/columns',
  'How columns of statements are remembered to be read, the last first.',
  {
    right: 'finance:read',
    allow: adminOnly,
    capability: 'ledger',
    answer: as<{ data: RememberedStatement[] }>(),
  },
);
export const forgetColumns = action(
  'DELETE reconciliation/columns/:id',
  'Forgets how the columns of a statement were read.',
  { right: 'finance:write', allow: adminOnly, capability: 'ledger' },
);
export const postFile = action(
  'POST reconciliation/files/:id/post',
  'Posts what a preview has shown, once.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'ledger',
    confirm: true,
    body: postFileSchema,
    sends: as<Partial<SentInput<typeof postFileSchema>>>(),
    answer: as<FilePreview>(),
  },
);
export const discardFile = action('DELETE reconciliation/files/:id', 'Removes a file that is not posted.', {
  right: 'finance:write',
  allow: adminOnly,
  capability: 'ledger',
  answer: as<true>(),
});
export const listExchanges = action('GET exchanges', 'What was sent to acquirers and what they answered.', {
  right: 'finance:read',
  allow: adminOnly,
  answer: as<Page<ExchangeRow>>(),
});
export const requestPayment = action(
  'GET payment-intent',
  'Opens the attempt, then asks the acquirer for its link while the buyer waits; without an answer the job goes on asking, and the link is `preparing`.',
  { right: 'own', allow: 'public' },
);
export const captureNow = action(
  'POST orders/:key/capture',
  'Takes the authorised money of an order or part before it is handed over.',
  {
    right: 'orders:write',
    allow: orders.allow.update,
    capability: 'payments',
    answer: as<{ asked: true }>(),
  },
);

/** One of `receiveWebhooks`. @public */
export const webhookOfYookassa = action(
  'POST webhooks/yookassa',
  'YooKassa says that something changed; what is true is read there.',
  { right: 'own', allow: 'public' },
);
/** One of `receiveWebhooks`. @public */
export const webhookOfTbank = action(
  'POST webhooks/tbank',
  'T-Bank says that something changed; what is true is read there.',
  { right: 'own', allow: 'public' },
);
