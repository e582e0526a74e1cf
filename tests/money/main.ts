import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Provider, providers } from '@/contract/ledger/accounts';
import { playSequence, shortened } from './sequence';
import { type Step, stepsOf } from './steps';
import { type MoneyWorld, openMoneyWorld } from './world';

/**
 * `npm run test:money -- --seed 1 --count 10000`: generated sequences of payments, crashes and repeats, against the API and
 * stand-in acquirers, on the embedded database or on the server of TEST_DATABASE_URL. A failure is shortened and stored in
 * `tests/money/failures`, where the suite of tests plays it. Exit code 1 on any.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1' },
    provider: { type: 'string' },
    /** Stops at this many failures. */
    most: { type: 'string', default: '5' },
  },
});
const asked = providers.filter((one) => values.provider === undefined || one === values.provider);
const [first, count, most] = [Number(values.seed), Number(values.count), Number(values.most)];
const started = Date.now();
let failures = 0;
for (const provider of asked) {
  const world = await openMoneyWorld(provider);
  // Each provider plays its share: every sequence belongs to one.
  const seeds = Array.from({ length: count }, (_, index) => first + index).filter(
    (seed) => asked.length === 1 || seed % asked.length === asked.indexOf(provider),
  );
  for (const [index, seed] of seeds.entries()) {
    if (failures >= most) break;
    if (!(await isRight(world, provider, seed))) failures += 1;
    if ((index + 1) % 100 === 0) print(`${provider}: ${index + 1} of ${seeds.length}`);
  }
  await world.close();
}
print(
  `${count} sequences from seed ${first}, ${failures} failed, ${Math.round((Date.now() - started) / 1000)} s`,
);
process.exit(failures > 0 ? 1 : 0);

async function isRight(world: MoneyWorld, provider: Provider, seed: number): Promise<boolean> {
  const steps = stepsOf(seed);
  const wrong = await playSequence(world, seed, steps);
  if (wrong.length === 0) return true;
  const kindOf = (text: string | undefined) => text?.replace(/\d+/g, '#').slice(0, 40);
  const fewest = await shortened(
    steps,
    // The same failure: another one would be another bug.
    async (fewer) =>
      (await playSequence(world, seed, fewer)).some((text) => kindOf(text) === kindOf(wrong[0])),
  );
  const left = await playSequence(world, seed, fewest);
  print(['', `FAILED --seed ${seed} --provider ${provider}`, ...left, ...fewest.map(text), ''].join('\n'));
  store(provider, seed, fewest);
  return false;
}

function store(provider: Provider, seed: number, steps: readonly Step[]): void {
  mkdirSync('tests/money/failures', { recursive: true });
  const lines = steps.map((step) => `    ${text(step)}`).join(',\n');
  const json = `{\n  "provider": "${provider}",\n  "seed": ${seed},\n  "steps": [\n${lines}\n  ]\n}\n`;
  writeFileSync(`tests/money/failures/${provider}-${seed}.json`, json);
}

function text(step: Step): string {
  return JSON.stringify(step);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
