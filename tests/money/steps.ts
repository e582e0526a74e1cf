import { dice } from '../support/dice';

/**
 * What may happen to money, as data: a sequence is played (`play.ts`), and shortened when it fails (`shorten.ts`). Numbers
 * of orders, attempts, parts and refunds are counted from the first and wrap around, so that every sequence can be played.
 */
export type Step =
  | { do: 'place'; lines: number[]; gateway: Gateway }
  /** A new link, also for an order of another gateway. */
  | { do: 'link'; order: number }
  | { do: 'gateway'; order: number; to: Gateway }
  | { do: 'pay'; attempt: number; sum: Sum }
  | { do: 'fail'; attempt: number }
  /** The bank reports again what it has reported; a bank without a protocol of its own only. */
  | { do: 'repeat'; report: number }
  | { do: 'move'; order: number; part: number; to: Move }
  | { do: 'refund'; order: number; line: number; quantity: number }
  | { do: 'answer'; refund: number; to: 'approved' | 'rejected' }
  | { do: 'decide'; order: number; decision: 'accept' | 'return' }
  /** A refund that nobody here asked for. */
  | { do: 'cabinet'; attempt: number; percent: number }
  | { do: 'settle'; end: 'succeeded' | 'canceled' }
  | { do: 'refunds'; end: 'succeeded' | 'pending' | 'canceled' }
  | { do: 'wait'; minutes: number }
  | { do: 'jobs' }
  | { do: 'trouble'; kind: string; times: number; path: string }
  | { do: 'webhooks'; mode: string; alter: string | null; first: boolean }
  | { do: 'release'; order: 'forward' | 'reverse' }
  /** The process dies at the statement with this number from here, and starts again at the next step but one. */
  | { do: 'die'; after: number }
  | { do: 'together'; steps: [Step, Step] };

type Gateway = 'SBP' | 'CASH' | 'CASH_ON_DELIVERY';
type Move = 'order-processing' | 'order-out-for-delivery' | 'order-completed' | 'order-cancelled';
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
  return [...beginningOf(roll), ...Array.from({ length: 5 + roll(16) }, () => stepOf(roll, oneOf))];
}

/** An order that waits for its money, has been paid, or has been handed over. */
function beginningOf(roll: Roll): Step[] {
  const all: Step[] = [
    { do: 'place', lines: roll(2) === 0 ? [0] : [0, 1], gateway: 'SBP' },
    { do: 'jobs' },
    { do: 'pay', attempt: 0, sum: 'due' },
    { do: 'jobs' },
    { do: 'move', order: 0, part: 0, to: 'order-completed' },
  ];
  return all.slice(0, 1 + 2 * roll(3));
}

type Roll = (most: number) => number;
type OneOf = <One>(...list: readonly One[]) => One;

function stepOf(roll: Roll, oneOf: OneOf): Step {
  const throws = roll(100);
  if (throws < 46) return buyerStep(throws, roll, oneOf);
  if (throws < 72) return personStep(throws, roll, oneOf);
  if (throws < 96) return worldStep(throws, roll, oneOf);
  const pair = [actionOf(roll, oneOf), actionOf(roll, oneOf)] as [Step, Step];
  return { do: 'together', steps: pair };
}

/** A step that asks the API or reports to it. */
function actionOf(roll: Roll, oneOf: OneOf): Step {
  return roll(2) === 0 ? buyerStep(roll(46), roll, oneOf) : personStep(46 + roll(26), roll, oneOf);
}

function buyerStep(throws: number, roll: Roll, oneOf: OneOf): Step {
  if (throws < 4)
    return {
      do: 'place',
      lines: Array.from({ length: 1 + roll(3) }, () => roll(4)),
      gateway: oneOf('SBP', 'SBP', 'SBP', 'CASH', 'CASH_ON_DELIVERY'),
    };
  if (throws < 22)
    return {
      ...{ do: 'pay', attempt: roll(3) },
      sum: oneOf('due', 'due', 'due', 'due', 'due', 'due', 'less', 'more', 'half', 'twice'),
    };
  if (throws < 25) return { do: 'fail', attempt: roll(4) };
  if (throws < 29) return { do: 'repeat', report: roll(6) };
  if (throws < 32) return { do: 'link', order: roll(3) };
  if (throws < 34) return { do: 'gateway', order: roll(3), to: oneOf('SBP', 'CASH', 'CASH_ON_DELIVERY') };
  return { do: 'refund', order: roll(2), line: roll(3), quantity: 1 + roll(2) };
}

function personStep(throws: number, roll: Roll, oneOf: OneOf): Step {
  const order = roll(2);
  if (throws < 58)
    return {
      ...{ do: 'move', order, part: roll(3) },
      to: oneOf(
        'order-completed',
        'order-completed',
        'order-completed',
        'order-completed',
        'order-cancelled',
        'order-out-for-delivery',
        'order-processing',
      ),
    };
  if (throws < 67)
    return { do: 'answer', refund: roll(5), to: oneOf('approved', 'approved', 'approved', 'rejected') };
  if (throws < 70) return { do: 'decide', order, decision: oneOf('accept', 'return') };
  return { do: 'cabinet', attempt: roll(6), percent: oneOf(100, 50, 10) };
}

function worldStep(throws: number, roll: Roll, oneOf: OneOf): Step {
  if (throws < 78) return { do: 'jobs' };
  if (throws < 82) return { do: 'wait', minutes: oneOf(1, 5, 20, 61, 600, 1500, 10_000) };
  if (throws < 86)
    return { do: 'trouble', kind: oneOf(...troubles), times: 1 + roll(4), path: oneOf(...paths) };
  if (throws < 89)
    return {
      ...{ do: 'webhooks', mode: oneOf('send', 'hold', 'lose', 'twice'), first: roll(4) === 0 },
      alter: oneOf(null, null, 'old', 'early', 'wrong-token', 'extra-fields', 'unknown-event'),
    };
  if (throws < 91) return { do: 'release', order: oneOf('forward', 'reverse') };
  if (throws < 93) return { do: 'refunds', end: oneOf('succeeded', 'pending', 'canceled') };
  if (throws < 94) return { do: 'settle', end: oneOf('succeeded', 'canceled') };
  return { do: 'die', after: roll(60) };
}
