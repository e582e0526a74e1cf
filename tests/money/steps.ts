import type { PayoutState } from '@/contract/ledger/withdraws/schema';
import { dice } from '../support/dice';
import type { Unit } from './mortal';

/**
 * What may happen to money, as data: a sequence is played (`play.ts`), and shortened when it fails (`sequence.ts`). Numbers
 * of orders, attempts, parts, refunds, tasks and differences are counted from the first and wrap around, so that every
 * sequence can be played.
 */
export type Step =
  /** `points` are credited to the buyer before, and pay first. */
  | { do: 'place'; lines: number[]; gateway: Gateway; points?: number }
  /** A new link, also for an order of another gateway. */
  | { do: 'link'; order: number }
  | { do: 'gateway'; order: number; to: Gateway }
  | { do: 'pay'; attempt: number; sum: Sum }
  | { do: 'fail'; attempt: number }
  /** The bank reports again what it has reported; a bank without a protocol of its own only. */
  | { do: 'repeat'; report: number }
  | { do: 'move'; order: number; part: number; to: Move }
  | { do: 'refund'; order: number; line: number; quantity: number }
  /** Held money is taken before the goods are handed over. */
  | { do: 'capture'; order: number }
  | { do: 'answer'; refund: number; to: 'approved' | 'rejected' }
  | { do: 'decide'; order: number; decision: 'accept' | 'return' }
  /** Another quantity of a line, or a further product; where it costs more, the buyer is asked. */
  | { do: 'edit'; order: number; line: number; quantity: number; added: boolean }
  /** The buyer answers the question about a change. */
  | { do: 'consent'; order: number; answer: 'accept' | 'decline' }
  /** The buyer's bank claims a part of what was paid. */
  | { do: 'dispute'; order: number; percent: number }
  /** A person answers a question about money, also one that has been answered. */
  | { do: 'task'; task: number; answer: number }
  | { do: 'withdraw'; shop: number; percent: number }
  | { do: 'payout'; withdrawal: number; to: 'approved' | 'rejected' }
  /** The payment order of an approved withdrawal: with its token or without, to the account of the shop or to another one. */
  | { do: 'send'; withdrawal: number; isNamed: boolean; isOwn: boolean }
  /** The bank brings a payout back that has left it. */
  | { do: 'bounce'; transfer: number }
  /** A person says without a statement where a payout is, and mostly a second one says so, too. */
  | { do: 'word'; withdrawal: number; to: PayoutState; isConfirmed: boolean }
  /** A person says which payout a line of the bank is, counted among those that have its sum. */
  | { do: 'give'; line: number; withdrawal: number }
  /** A buyer pays by a transfer that names the order, or nothing. */
  | { do: 'wire'; order: number; sum: Sum; isNamed?: boolean }
  /** A person gives a transfer to the orders that it names. */
  | { do: 'apply'; line: number }
  /** A person says what a transfer is that names nothing: money for an order, for this one and the next, or the sender's. */
  | { do: 'hand'; line: number; order: number; to: 'order' | 'orders' | 'sender' }
  /** A registry of a day, or a statement until that day; posted as often as it says. */
  | { do: 'file'; kind: 'registry' | 'statement'; back: number; posts: number }
  | { do: 'repair'; difference: number; way: 'entry' | 'explain' }
  /** A refund that nobody here asked for. */
  | { do: 'cabinet'; attempt: number; percent: number }
  | { do: 'settle'; end: 'succeeded' | 'canceled' }
  | { do: 'refunds'; end: 'succeeded' | 'pending' | 'canceled' }
  | { do: 'wait'; minutes: number }
  | { do: 'jobs' }
  | { do: 'trouble'; kind: string; times: number; path: string }
  | { do: 'webhooks'; mode: string; alter: string | null; first: boolean }
  | { do: 'release'; order: 'forward' | 'reverse' }
  /** The next requests to the cash register go wrong. */
  | { do: 'register-trouble'; kind: string; times: number; path: string }
  /** What becomes of the next documents at the register; `waits` and `unseen` are answers before. */
  | {
      do: 'documents';
      end: 'done' | 'fail';
      code: number;
      type: string;
      waits: number;
      unseen: number;
      callback: string;
    }
  | { do: 'credentials'; are: 'right' | 'wrong' }
  /** Some seconds pass, and the queue of the register runs. */
  | { do: 'queue' }
  /** A receipt is said anew, or replaced when it was not registered. */
  | { do: 'correct'; receipt: number; as: 'cash' | 'cashless' | 'name' | 'same' }
  | { do: 'retry'; receipt: number }
  /** The second person confirms what somebody has prepared. */
  | { do: 'confirm'; request: number }
  /** The first shop has so many more products, for an order of many lines. */
  | { do: 'goods'; count: number }
  /** The rate of VAT of a product changes; what was sold keeps the rate of its sale. */
  | { do: 'rate'; product: number; to: Rate }
  /** The process dies at the statement (or place) with this number from here, and starts again at the next step but one. */
  | { do: 'die'; after: number; of?: Unit }
  /** The same request so often at once. */
  | { do: 'many'; times: number; step: Step }
  | { do: 'together'; steps: [Step, Step] };

/** A step of one of the buyers whose sequences are played beside each other; the first without a number. */
export type Turn = Step & { by?: number };

export type Gateway = 'SBP' | 'ONLINE_CARD' | 'CASH' | 'CASH_ON_DELIVERY';
type Move = 'order-processing' | 'order-out-for-delivery' | 'order-completed' | 'order-cancelled';
export type Rate = 'none' | '5' | '7' | '10' | '22';
/** Of what is due: the same, a kopeck less or more, half, twice. */
export type Sum = 'due' | 'less' | 'more' | 'half' | 'twice';

const troubles = [
  'fail',
  'drop',
  'limit',
  'fail-after',
  'drop-after',
  'page-after',
  'half-after',
  'processing-after',
];
const paths = ['', '/payments', '/refunds', '/capture', '/cancel', 'Init', 'GetQr', 'GetState', 'Cancel'];

/** The same sequence for the same seed. */
export function stepsOf(seed: number): Step[] {
  const roll = dice(seed * 7919 + 17);
  // The first throws of neighbouring seeds are alike.
  for (let throws = 0; throws < 8; throws += 1) roll(100);
  const oneOf = <One>(...list: readonly One[]): One => list[roll(list.length)] as One;
  return [...beginningOf(roll, oneOf), ...Array.from({ length: 5 + roll(16) }, () => stepOf(roll, oneOf))];
}

/** An order that waits for its money, has been paid or handed over, and its payout until it comes back. */
function beginningOf(roll: Roll, oneOf: OneOf): Step[] {
  const all: Step[] = [
    {
      ...{ do: 'place', lines: roll(2) === 0 ? [0] : [0, 1] },
      gateway: roll(2) === 0 ? 'SBP' : 'ONLINE_CARD',
      points: oneOf(0, 0, 0, 1_000),
    },
    { do: 'jobs' },
    { do: 'pay', attempt: 0, sum: 'due' },
    { do: 'jobs' },
    { do: 'move', order: 0, part: 0, to: 'order-completed' },
    { do: 'withdraw', shop: 0, percent: 50 },
    { do: 'payout', withdrawal: roll(3), to: 'approved' },
    { do: 'send', withdrawal: roll(3), isNamed: roll(2) === 0, isOwn: roll(4) > 0 },
    { do: 'wait', minutes: 1500 },
    { do: 'file', kind: 'statement', back: 0, posts: 1 },
    { do: 'give', line: roll(6), withdrawal: roll(3) },
    { do: 'bounce', transfer: roll(3) },
    { do: 'file', kind: 'statement', back: 0, posts: 1 },
  ];
  return all.slice(0, 1 + 2 * roll(7));
}

type Roll = (most: number) => number;
type OneOf = <One>(...list: readonly One[]) => One;

function stepOf(roll: Roll, oneOf: OneOf): Step {
  const throws = roll(100);
  if (throws < 30) return buyerStep(roll, oneOf);
  if (throws < 48) return personStep(roll, oneOf);
  if (throws < 64) return financeStep(roll, oneOf);
  if (throws < 72) return registerStep(roll, oneOf);
  if (throws < 93) return worldStep(roll, oneOf);
  if (throws < 96) return { do: 'many', times: oneOf(2, 2, 2, 20), step: actionOf(roll, oneOf) };
  return { do: 'together', steps: [actionOf(roll, oneOf), actionOf(roll, oneOf)] };
}

/** A step that asks the API or reports to it. */
function actionOf(roll: Roll, oneOf: OneOf): Step {
  const throws = roll(6);
  if (throws < 2) return buyerStep(roll, oneOf);
  if (throws < 4) return personStep(roll, oneOf);
  return throws < 5 ? financeStep(roll, oneOf) : receiptStep(roll, oneOf);
}

function buyerStep(roll: Roll, oneOf: OneOf): Step {
  const throws = roll(50);
  if (throws < 4)
    return {
      do: 'place',
      lines: Array.from({ length: 1 + roll(3) }, () => roll(4)),
      gateway: oneOf('SBP', 'SBP', 'ONLINE_CARD', 'ONLINE_CARD', 'CASH', 'CASH_ON_DELIVERY'),
      points: oneOf(0, 0, 700, 9_000),
    };
  if (throws < 22)
    return {
      ...{ do: 'pay', attempt: roll(3) },
      sum: oneOf('due', 'due', 'due', 'due', 'due', 'due', 'less', 'more', 'half', 'twice'),
    };
  if (throws < 24) return { do: 'fail', attempt: roll(4) };
  if (throws < 26) return { do: 'repeat', report: roll(6) };
  if (throws < 29) return { do: 'link', order: roll(3) };
  if (throws < 31)
    return { do: 'gateway', order: roll(3), to: oneOf('SBP', 'ONLINE_CARD', 'CASH', 'CASH_ON_DELIVERY') };
  if (throws < 37) return { do: 'consent', order: roll(2), answer: oneOf('accept', 'accept', 'decline') };
  return { do: 'refund', order: roll(2), line: roll(3), quantity: 1 + roll(2) };
}

function personStep(roll: Roll, oneOf: OneOf): Step {
  const [throws, order] = [roll(40), roll(2)];
  if (throws < 11)
    return {
      ...{ do: 'move', order, part: roll(3) },
      to: oneOf(
        'order-completed',
        'order-completed',
        'order-completed',
        'order-completed',
        'order-cancelled',
        'order-cancelled',
        'order-out-for-delivery',
        'order-processing',
      ),
    };
  if (throws < 20)
    return { do: 'answer', refund: roll(5), to: oneOf('approved', 'approved', 'approved', 'rejected') };
  if (throws < 21) return { do: 'capture', order };
  if (throws < 22) return { do: 'decide', order, decision: oneOf('accept', 'return') };
  if (throws < 28)
    return { do: 'edit', order, line: roll(3), quantity: roll(4), added: oneOf(false, false, true) };
  if (throws < 34) return { do: 'task', task: roll(4), answer: roll(3) };
  if (throws < 37) return { do: 'confirm', request: roll(3) };
  return { do: 'cabinet', attempt: roll(6), percent: oneOf(100, 50, 10) };
}

function financeStep(roll: Roll, oneOf: OneOf): Step {
  const throws = roll(40);
  if (throws < 5) return { do: 'dispute', order: roll(2), percent: oneOf(100, 50, 10) };
  if (throws < 10) return { do: 'withdraw', shop: roll(2), percent: oneOf(100, 50, 120) };
  if (throws < 14)
    return { do: 'payout', withdrawal: roll(12), to: oneOf('approved', 'approved', 'approved', 'rejected') };
  if (throws < 26) return bankStep(roll, oneOf);
  if (throws < 35)
    return {
      ...{ do: 'file', kind: oneOf('registry', 'statement') },
      ...{ back: oneOf(0, 0, 1, 2), posts: oneOf(1, 1, 2, 0) },
    };
  return { do: 'repair', difference: roll(4), way: oneOf('entry', 'entry', 'explain') };
}

/** Transfers, and what people say of them. */
function bankStep(roll: Roll, oneOf: OneOf): Step {
  const throws = roll(24);
  if (throws < 8)
    return {
      ...{ do: 'send', withdrawal: roll(12) },
      ...{ isNamed: roll(3) > 0, isOwn: roll(6) > 0 },
    };
  if (throws < 10) return { do: 'bounce', transfer: roll(6) };
  if (throws < 15)
    return {
      ...{ do: 'word', withdrawal: roll(12), isConfirmed: roll(4) > 0 },
      to: oneOf('debited', 'debited', 'confirmed', 'returned'),
    };
  if (throws < 18) return { do: 'give', line: roll(12), withdrawal: roll(3) };
  if (throws < 21) return { do: 'wire', order: roll(2), sum: oneOf('due', 'due', 'due', 'less', 'more') };
  return { do: 'apply', line: roll(6) };
}

/** What people and the queue do with receipts. */
function receiptStep(roll: Roll, oneOf: OneOf): Step {
  const throws = roll(10);
  if (throws < 5)
    return { do: 'correct', receipt: roll(8), as: oneOf('cash', 'cashless', 'name', 'name', 'same') };
  if (throws < 7) return { do: 'retry', receipt: roll(8) };
  return throws < 9 ? { do: 'confirm', request: roll(3) } : { do: 'queue' };
}

/** By code: refused for a moment or for good, and data that a person changes. */
const endings: readonly { end: 'done' | 'fail'; code: number; type: string }[] = [
  { end: 'done', code: 0, type: 'none' },
  { end: 'done', code: 0, type: 'none' },
  { end: 'done', code: 0, type: 'none' },
  { end: 'fail', code: 68, type: 'driver' },
  { end: 'fail', code: 66, type: 'driver' },
  { end: 'fail', code: 32, type: 'system' },
  { end: 'fail', code: 2003, type: 'system' },
];

function registerStep(roll: Roll, oneOf: OneOf): Step {
  const throws = roll(20);
  if (throws < 10) return receiptStep(roll, oneOf);
  if (throws < 14)
    return {
      ...{ do: 'register-trouble', kind: oneOf(...troubles, 'silent', 'silent-after'), times: 1 + roll(4) },
      path: oneOf('', 'sell', 'report', 'getToken', 'correction'),
    };
  if (throws < 19)
    return {
      ...{ do: 'documents', ...oneOf(...endings) },
      ...{ waits: oneOf(0, 0, 1, 5), unseen: oneOf(0, 0, 2), callback: oneOf('send', 'none', 'twice') },
    };
  return { do: 'credentials', are: oneOf('right', 'wrong') };
}

function worldStep(roll: Roll, oneOf: OneOf): Step {
  const throws = roll(25);
  if (throws < 6) return { do: 'jobs' };
  if (throws === 24) return { do: 'rate', product: roll(4), to: oneOf('none', '5', '7', '10', '22') };
  if (throws < 10) return { do: 'wait', minutes: oneOf(1, 1, 5, 5, 20, 61, 600, 1500, 10_000) };
  if (throws < 14)
    return { do: 'trouble', kind: oneOf(...troubles), times: 1 + roll(4), path: oneOf(...paths) };
  if (throws < 17)
    return {
      ...{ do: 'webhooks', mode: oneOf('send', 'hold', 'lose', 'twice'), first: roll(4) === 0 },
      alter: oneOf(null, null, 'old', 'early', 'wrong-token', 'extra-fields', 'unknown-event'),
    };
  if (throws < 19) return { do: 'release', order: oneOf('forward', 'reverse') };
  if (throws < 21) return { do: 'refunds', end: oneOf('succeeded', 'pending', 'canceled') };
  if (throws < 22) return { do: 'settle', end: oneOf('succeeded', 'canceled') };
  return { do: 'die', after: roll(60) };
}
