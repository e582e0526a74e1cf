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

/** Sequences of several buyers at the same time: the first step of each, then the second. */
export function besideEachOther(sequences: readonly (readonly Turn[])[]): Turn[] {
  const longest = Math.max(0, ...sequences.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) =>
    sequences.flatMap((turns, by) => {
      const turn = turns[place];
      return turn ? [by === 0 ? turn : { ...turn, by }] : [];
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
