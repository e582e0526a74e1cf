import { wrongAfter } from './check';
import { play } from './play';
import type { Turn } from './steps';
import type { MoneyWorld } from './world';

/** What is wrong after a sequence that is played from the beginning. */
export async function playSequence(
  world: MoneyWorld,
  seed: number,
  turns: readonly Turn[],
): Promise<string[]> {
  await world.begin(seed);
  try {
    return await wrongAfter(world, await play(world, turns));
  } catch (error) {
    return [`failed: ${error instanceof Error ? error.stack : String(error)}`];
  }
}

/** A buyer pays, a part is cancelled, goods come back, the bank claims, both files are posted, and payouts leave and come back. */
export const journey: readonly Turn[] = [
  { do: 'place', lines: [0, 1], gateway: 'ONLINE_CARD' },
  { do: 'jobs' },
  { do: 'pay', attempt: 0, sum: 'due' },
  { do: 'jobs' },
  { do: 'capture', order: 0 },
  { do: 'queue' },
  { do: 'correct', receipt: 0, as: 'name' },
  { do: 'confirm', request: 0 },
  { do: 'rate', product: 0, to: '5' },
  { do: 'edit', order: 0, line: 1, quantity: 1, added: false },
  { do: 'move', order: 0, part: 2, to: 'order-cancelled' },
  { do: 'answer', refund: 0, to: 'approved' },
  { do: 'jobs' },
  { do: 'dispute', order: 0, percent: 10 },
  { do: 'move', order: 0, part: 1, to: 'order-completed' },
  { do: 'jobs' },
  { do: 'task', task: 0, answer: 1 },
  { do: 'refund', order: 0, line: 0, quantity: 1 },
  { do: 'cabinet', attempt: 0, percent: 10 },
  { do: 'withdraw', shop: 0, percent: 50 },
  { do: 'payout', withdrawal: 0, to: 'approved' },
  { do: 'send', withdrawal: 0, isNamed: true, isOwn: true },
  { do: 'file', kind: 'registry', back: 0, posts: 1 },
  { do: 'wait', minutes: 1440 },
  { do: 'file', kind: 'statement', back: 0, posts: 1 },
  { do: 'jobs' },
  // The payout comes back; another one leaves without its token, so that people say what the line is; a third by word alone.
  { do: 'bounce', transfer: 0 },
  { do: 'wire', order: 0, sum: 'due' },
  { do: 'withdraw', shop: 0, percent: 50 },
  { do: 'payout', withdrawal: 1, to: 'approved' },
  { do: 'send', withdrawal: 1, isNamed: false, isOwn: false },
  { do: 'wait', minutes: 1440 },
  { do: 'file', kind: 'statement', back: 0, posts: 1 },
  { do: 'apply', line: 0 },
  { do: 'give', line: 0, withdrawal: 0 },
  { do: 'withdraw', shop: 0, percent: 50 },
  { do: 'payout', withdrawal: 2, to: 'approved' },
  { do: 'word', withdrawal: 2, to: 'debited', isConfirmed: true },
  { do: 'jobs' },
];

/** Buyers pay by transfers: more, less, for two orders, without a number; a payout is taken for what it is not, and put right. */
const transfers: readonly Turn[] = [
  { do: 'place', lines: [0, 1], gateway: 'SBP' },
  { do: 'place', lines: [1], gateway: 'SBP' },
  { do: 'place', lines: [0], gateway: 'SBP' },
  { do: 'place', lines: [0], gateway: 'SBP' },
  { do: 'jobs' },
  { do: 'wire', order: 0, sum: 'more' },
  { do: 'wire', order: 1, sum: 'half' },
  { do: 'wire', order: 2, sum: 'twice', isNamed: false },
  { do: 'wire', order: 2, sum: 'less', isNamed: false },
  { do: 'wait', minutes: 600 },
  { do: 'file', kind: 'statement', back: 0, posts: 2 },
  { do: 'apply', line: 0 },
  { do: 'apply', line: 1 },
  { do: 'hand', line: 0, order: 2, to: 'orders' },
  { do: 'hand', line: 0, order: 0, to: 'sender' },
  { do: 'jobs' },
  { do: 'queue' },
  { do: 'answer', refund: 0, to: 'approved' },
  { do: 'task', task: 0, answer: 2 },
  { do: 'jobs' },
  { do: 'move', order: 0, part: 0, to: 'order-completed' },
  { do: 'move', order: 2, part: 0, to: 'order-completed' },
  { do: 'withdraw', shop: 0, percent: 50 },
  { do: 'payout', withdrawal: 0, to: 'approved' },
  { do: 'word', withdrawal: 0, to: 'debited', isConfirmed: true },
  { do: 'word', withdrawal: 0, to: 'confirmed', isConfirmed: true },
  { do: 'word', withdrawal: 0, to: 'returned', isConfirmed: true },
  { do: 'withdraw', shop: 0, percent: 100 },
  { do: 'payout', withdrawal: 1, to: 'approved' },
  { do: 'send', withdrawal: 1, isNamed: true, isOwn: true },
  { do: 'wait', minutes: 1440 },
  { do: 'file', kind: 'statement', back: 0, posts: 1 },
  { do: 'bounce', transfer: 0 },
  { do: 'wait', minutes: 1440 },
  { do: 'file', kind: 'statement', back: 0, posts: 1 },
  { do: 'jobs' },
];

/** A paid order becomes dearer, the buyer agrees and pays, then cheaper, and loses a part. */
const edits: readonly Turn[] = [
  { do: 'place', lines: [0, 1], gateway: 'SBP' },
  { do: 'edit', order: 0, line: 0, quantity: 3, added: false },
  { do: 'link', order: 0 },
  { do: 'jobs' },
  { do: 'pay', attempt: 0, sum: 'due' },
  { do: 'pay', attempt: 1, sum: 'due' },
  { do: 'jobs' },
  { do: 'queue' },
  { do: 'edit', order: 0, line: 0, quantity: 4, added: false },
  { do: 'consent', order: 0, answer: 'accept' },
  { do: 'jobs' },
  { do: 'link', order: 0 },
  { do: 'pay', attempt: 2, sum: 'due' },
  { do: 'pay', attempt: 1, sum: 'due' },
  { do: 'jobs' },
  { do: 'queue' },
  { do: 'edit', order: 0, line: 0, quantity: 1, added: false },
  { do: 'answer', refund: 0, to: 'approved' },
  { do: 'confirm', request: 0 },
  { do: 'jobs' },
  { do: 'edit', order: 0, line: 0, quantity: 2, added: false },
  { do: 'consent', order: 0, answer: 'decline' },
  { do: 'move', order: 0, part: 2, to: 'order-cancelled' },
  { do: 'answer', refund: 1, to: 'approved' },
  { do: 'jobs' },
  { do: 'queue' },
  { do: 'move', order: 0, part: 1, to: 'order-completed' },
  { do: 'jobs' },
];

/** An order that points pay in part becomes dearer, cheaper, and then cheaper than its points. */
const points: readonly Turn[] = [
  { do: 'place', lines: [0, 1], gateway: 'SBP', points: 4500 },
  { do: 'jobs' },
  { do: 'pay', attempt: 0, sum: 'due' },
  { do: 'jobs' },
  { do: 'edit', order: 0, line: 0, quantity: 2, added: false },
  { do: 'consent', order: 0, answer: 'accept' },
  { do: 'jobs' },
  { do: 'pay', attempt: 1, sum: 'due' },
  { do: 'jobs' },
  { do: 'queue' },
  { do: 'edit', order: 0, line: 0, quantity: 1, added: false },
  { do: 'edit', order: 0, line: 1, quantity: 1, added: false },
  { do: 'answer', refund: 0, to: 'approved' },
  { do: 'answer', refund: 1, to: 'approved' },
  { do: 'jobs' },
  { do: 'queue' },
  { do: 'move', order: 0, part: 1, to: 'order-completed' },
  { do: 'refund', order: 0, line: 0, quantity: 1 },
  { do: 'answer', refund: 2, to: 'approved' },
  { do: 'move', order: 0, part: 2, to: 'order-cancelled' },
  { do: 'jobs' },
];

/** More lines than a receipt holds: several documents are written, corrected, refused and returned. */
const manyLines: readonly Turn[] = [
  { do: 'goods', count: 101 },
  { do: 'place', lines: Array.from({ length: 101 }, (_, place) => 4 + place), gateway: 'SBP' },
  { do: 'jobs' },
  { do: 'pay', attempt: 0, sum: 'due' },
  { do: 'jobs' },
  ...(Array.from({ length: 2 }, () => ({ do: 'queue' })) as Turn[]),
  { do: 'correct', receipt: 1, as: 'name' },
  { do: 'confirm', request: 0 },
  { do: 'queue' },
  {
    ...{ do: 'documents', end: 'fail', code: 32, type: 'system' },
    ...{ waits: 0, unseen: 0, callback: 'send' },
  },
  { do: 'move', order: 0, part: 0, to: 'order-completed' },
  ...(Array.from({ length: 3 }, () => ({ do: 'queue' })) as Turn[]),
  { do: 'refund', order: 0, line: 100, quantity: 1 },
  { do: 'answer', refund: 0, to: 'approved' },
  { do: 'jobs' },
  { do: 'queue' },
];

/** What is killed at each of its places. */
export const journeys = { whole: journey, transfers, edits, points, lines: manyLines } as const;
export type JourneyName = keyof typeof journeys;

/** What is wrong after the process died at one place of a turn of the journey; undefined when the turn has fewer places. */
export async function killedAt(
  world: MoneyWorld,
  { name = 'whole', turn, place, seed }: { name?: JourneyName; turn: number; place: number; seed: number },
): Promise<string[] | undefined> {
  await world.begin(seed);
  const turns = journeys[name];
  const die = { do: 'die', after: place, of: 'places' } as const;
  const played = await play(world, [...turns.slice(0, turn), die, ...turns.slice(turn)]);
  const wrong = await wrongAfter(world, played);
  return played.deaths === 0 && wrong.length === 0 ? undefined : wrong;
}

/**
 * Sequences of several buyers at the same time: the first step of each, then the second. Only the first buyer's moves the
 * clock that all share: else nobody would pay in time.
 */
export function besideEachOther(sequences: readonly (readonly Turn[])[]): Turn[] {
  const longest = Math.max(0, ...sequences.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) =>
    sequences.flatMap((turns, by) => {
      const turn = turns[place];
      if (!turn || (by > 0 && turn.do === 'wait')) return [];
      return [by === 0 ? turn : { ...turn, by }];
    }),
  ).flat();
}

/** The fewest turns that still end wrongly: those of one buyer, then without halves, quarters, down to single ones. */
export async function shortened(
  turns: readonly Turn[],
  endsWrongly: (fewer: readonly Turn[]) => Promise<boolean>,
): Promise<readonly Turn[]> {
  let shortest = turns;
  const buyers = [...new Set(turns.map(({ by }) => by))];
  for (const buyer of buyers.length > 1 ? buyers : []) {
    const own = turns.filter(({ by }) => by === buyer);
    if (!(await endsWrongly(own))) continue;
    shortest = own;
    break;
  }
  for (let size = Math.ceil(shortest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < shortest.length; ) {
      const fewer = [...shortest.slice(0, from), ...shortest.slice(from + size)];
      if (fewer.length < shortest.length && (await endsWrongly(fewer))) shortest = fewer;
      else from += size;
    }
  }
  return shortest;
}
