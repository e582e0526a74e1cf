import { wrongAfter } from './check';
import { play } from './play';
import type { Step } from './steps';
import type { MoneyWorld } from './world';

/** What is wrong after a sequence that is played from the beginning. */
export async function playSequence(
  world: MoneyWorld,
  seed: number,
  steps: readonly Step[],
): Promise<string[]> {
  await world.begin(seed);
  try {
    return await wrongAfter(world, await play(world, steps));
  } catch (error) {
    return [`failed: ${error instanceof Error ? error.stack : String(error)}`];
  }
}

/** The fewest steps that still end wrongly: leaves out halves, then quarters, down to single ones. */
export async function shortened(
  steps: readonly Step[],
  endsWrongly: (fewer: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  let shortest = steps;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < shortest.length; ) {
      const fewer = [...shortest.slice(0, from), ...shortest.slice(from + size)];
      if (fewer.length < shortest.length && (await endsWrongly(fewer))) shortest = fewer;
      else from += size;
    }
  }
  return shortest;
}
