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

/** A buyer pays, a part is cancelled, goods come back, the bank claims, and both files are posted. */
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
];

/** What is wrong after the process died at one place of a turn of the journey; undefined when the turn has fewer places. */
export async function killedAt(
  world: MoneyWorld,
  { turn, place, seed }: { turn: number; place: number; seed: number },
): Promise<string[] | undefined> {
  await world.begin(seed);
  const die = { do: 'die', after: place, of: 'places' } as const;
  const played = await play(world, [...journey.slice(0, turn), die, ...journey.slice(turn)]);
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
