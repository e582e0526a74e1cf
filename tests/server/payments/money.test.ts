import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { type Provider, providers } from '@/contract/ledger/accounts';
import { playSequence, shortened } from '../../money/sequence';
import { type Step, stepsOf } from '../../money/steps';
import { type MoneyWorld, openMoneyWorld } from '../../money/world';

/** A few of the sequences of `npm run test:money`, and all that ever failed. */
const folder = 'tests/money/failures';
const failed = existsSync(folder)
  ? readdirSync(folder).map(
      (file) =>
        JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as {
          provider: Provider;
          seed: number;
          steps: Step[];
        },
    )
  : [];

describe.each(providers)('money of %s', (provider) => {
  let opened: Promise<MoneyWorld> | undefined;
  const open = () => {
    opened ??= openMoneyWorld(provider);
    return opened;
  };
  afterAll(async () => (await opened)?.close());

  it('is neither lost nor doubled, whatever happens', { timeout: 300_000 }, async () => {
    const world = await open();
    let taken = 0;
    const receipts = new Set<string>();
    for (let seed = 1; seed <= 9; seed += 1) {
      expect([seed, await playSequence(world, seed, stepsOf(seed))]).toEqual([seed, []]);
      const { count } = await world.api.db
        .selectFrom('ledger_entries')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      taken += Number(count);
      const rows = await world.api.db.selectFrom('receipts').select('kind').distinct().execute();
      for (const { kind } of rows) receipts.add(kind);
    }
    expect(taken).toBeGreaterThan(8);
    expect([...receipts].sort()).toEqual(['prepayment', 'return', 'settlement']);
  });

  it('is right after every sequence that once went wrong', { timeout: 300_000 }, async () => {
    for (const { seed, steps } of failed.filter((one) => one.provider === provider))
      expect([seed, await playSequence(await open(), seed, steps)]).toEqual([seed, []]);
  });
});

describe('a sequence', () => {
  it('is the same for the same seed', () => {
    expect(stepsOf(7)).toEqual(stepsOf(7));
    expect(stepsOf(7)).not.toEqual(stepsOf(8));
  });

  it('that fails is shortened to the steps that matter', async () => {
    const steps = stepsOf(3);
    const [first, last] = [steps[1], steps.at(-1)];

    const fewest = await shortened(steps, async (fewer) =>
      [first, last].every((one) => fewer.includes(one as Step)),
    );

    expect(fewest).toEqual([first, last]);
  });
});
