import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Provider, providers } from '@/contract/ledger/accounts';
import { besideEachOther, type JourneyName, journeys, killedAt, playSequence, shortened } from './sequence';
import { stepsOf, type Turn } from './steps';
import { type MoneyWorld, openMoneyWorld } from './world';

/**
 * `npm run test:money -- --seed 1 --count 10000`: generated sequences of payments, crashes and repeats, against the API and
 * stand-in acquirers, on the embedded database or on the server of TEST_DATABASE_URL; `--beside` of them at the same time. A
 * failure is shortened and stored in `tests/money/failures`, where the suite of tests plays it. `--kill` kills the process at
 * each place of its journeys instead, `--journey edits` of this one, `--turn 3` from this turn on. Exit code 1 on any failure.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1' },
    beside: { type: 'string', default: '16' },
    provider: { type: 'string' },
    kill: { type: 'boolean', default: false },
    journey: { type: 'string' },
    /** The first turn of a journey in which it dies, counted from 0. */
    turn: { type: 'string', default: '0' },
    /** Stops at this many failures. */
    most: { type: 'string', default: '5' },
  },
});
const asked = providers.filter((one) => values.provider === undefined || one === values.provider);
const [first, count, most, beside] = [values.seed, values.count, values.most, values.beside].map(Number) as [
  number,
  number,
  number,
  number,
];
const started = Date.now();
let [failures, played] = [0, 0];
const counts = new Map<string, number>();

for (const provider of asked) {
  const world = await openMoneyWorld(provider);
  if (values.kill) {
    for (const name of Object.keys(journeys) as JourneyName[])
      if (values.journey === undefined || values.journey === name)
        await killEverywhere(world, provider, name);
    await world.close();
    continue;
  }
  // Each provider plays its share: every sequence belongs to one.
  const seeds = Array.from({ length: count }, (_, index) => first + index).filter(
    (seed) => asked.length === 1 || seed % asked.length === asked.indexOf(provider),
  );
  for (let from = 0; from < seeds.length && failures < most; from += beside) {
    const group = seeds.slice(from, from + beside);
    if (!(await isRight(world, provider, group))) failures += 1;
    played += group.length;
    if ((from / beside) % 10 === 9) print(`${provider}: ${from + group.length} of ${seeds.length}`);
  }
  for (const [what, times] of world.counts) counts.set(what, (counts.get(what) ?? 0) + times);
  await world.close();
}
const seconds = Math.round((Date.now() - started) / 1000);
const where = process.env.TEST_DATABASE_URL ? 'a server' : 'the embedded database';
const title = values.kill
  ? `killed at ${played} places`
  : `${played} sequences from seed ${first}, ${beside} beside each other`;
print(
  [...counts]
    .map(([what, times]) => `${what}: ${times}`)
    .sort()
    .join(', '),
);
print(`${title}, on ${where}: ${failures} failures, ${seconds} s`);
process.exit(failures > 0 ? 1 : 0);

async function killEverywhere(world: MoneyWorld, provider: Provider, name: JourneyName): Promise<void> {
  const turns = journeys[name];
  // Without a bank no transfer comes.
  if (name === 'transfers' && !world.bank) return;
  for (let turn = Number(values.turn); turn < turns.length && failures < most; turn += 1) {
    let place = 0;
    for (; failures < most; place += 1) {
      const wrong = await killedAt(world, { name, turn, place, seed: first });
      if (!wrong) break;
      if (wrong.length === 0) continue;
      failures += 1;
      print(
        [`FAILED --provider ${provider} --journey ${name} in turn ${turn} at place ${place}`, ...wrong].join(
          '\n',
        ),
      );
    }
    played += place;
    print(`${provider}, ${name}, turn ${turn} ${text(turns[turn]).slice(0, 80)}: killed at ${place} places`);
  }
}

async function isRight(world: MoneyWorld, provider: Provider, seeds: readonly number[]): Promise<boolean> {
  const [seed = 0] = seeds;
  const turns = besideEachOther(seeds.map((one) => stepsOf(one)));
  const wrong = await playSequence(world, seed, turns);
  if (wrong.length === 0) return true;
  const kindOf = (text: string | undefined) => text?.replace(/[0-9a-f-]{36}|\d+(\.\d+)?/g, '#').slice(0, 40);
  const fewest = await shortened(
    turns,
    // The same failure: another one would be another bug.
    async (fewer) =>
      (await playSequence(world, seed, fewer)).some((text) => kindOf(text) === kindOf(wrong[0])),
  );
  const left = await playSequence(world, seed, fewest);
  print(
    [
      ...['', `FAILED --provider ${provider} --seed ${seeds.join(' ')}`],
      ...(left.length === 0 ? ['only sometimes:', ...wrong] : left),
      ...[...fewest.map(text), ''],
    ].join('\n'),
  );
  store(provider, seed, fewest);
  return false;
}

function store(provider: Provider, seed: number, turns: readonly Turn[]): void {
  mkdirSync('tests/money/failures', { recursive: true });
  const lines = turns.map((turn) => `    ${text(turn)}`).join(',\n');
  const json = `{\n  "provider": "${provider}",\n  "seed": ${seed},\n  "steps": [\n${lines}\n  ]\n}\n`;
  writeFileSync(`tests/money/failures/${provider}-${seed}.json`, json);
}

function text(turn: Turn | undefined): string {
  return JSON.stringify(turn);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
