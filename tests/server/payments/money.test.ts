import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { type Provider, providers } from '@/contract/ledger/accounts';
import { besideEachOther, journey, killedAt, playSequence, shortened } from '../../money/sequence';
import { stepsOf, type Turn } from '../../money/steps';
import { type MoneyWorld, openMoneyWorld } from '../../money/world';

/** A few of the sequences of `npm run test:money`, and all that ever failed. */
const folder = 'tests/money/failures';
const failed = existsSync(folder)
  ? readdirSync(folder).map(
      (file) =>
        JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as {
          provider: Provider;
          seed: number;
          steps: Turn[];
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
    const seeds = Array.from({ length: 9 }, (_, index) => index + 20);
    const turns = besideEachOther([journey, ...seeds.map((seed) => stepsOf(seed))]);
    expect(await playSequence(world, 1, turns)).toEqual([]);
    const { count: taken } = await world.api.db
      .selectFrom('ledger_entries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const receipts = await world.api.db
      .selectFrom('receipts')
      .select('kind')
      .distinct()
      .orderBy('kind')
      .execute();
    expect(taken).toBeGreaterThan(8);
    expect(receipts.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['correction', 'prepayment', 'return']),
    );
  });

  // The other providers, and all other turns: `npm run test:money -- --kill`.
  it.runIf(provider === 'yookassa')('is right wherever the process dies while an order is paid', async () => {
    const turn = journey.findIndex((one) => one.do === 'pay');
    let place = 0;
    for (; place < 100; place += 1) {
      const wrong = await killedAt(await open(), { turn, place, seed: 1 });
      if (!wrong) break;
      expect([place, wrong]).toEqual([place, []]);
    }
    expect(place).toBeGreaterThan(0);
    expect(place).toBeLessThan(100);
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
      [first, last].every((one) => fewer.includes(one as Turn)),
    );

    expect(fewest).toEqual([first, last]);
  });
});
