import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type ServerName, serverEnv, servers } from './e2e/support/servers.ts';
import { findChromium } from './support/chromium.ts';

/**
 * `npm test`: all checks from lint to the browser, without anything running beforehand. With words after `--` it runs
 * only the unit and API tests whose path or title contains one of them; the name of a family also selects the
 * table-driven suites for that family, and the tests of what every family must have. Words that match nothing fail.
 */
interface Step {
  title: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

const filter = process.argv.slice(2);
const results = 'test-results';

/** Tests without a family's name in their title that a new family breaks where it lacks an entry. */
const ofEveryFamily = [
  ...['contract/core/family-checklist', 'contract/core/capabilities', 'contract/specification'],
  ...['architecture', 'admin/shell/menu', 'server/core/db/migration-rules'],
].map((path) => `tests/${path}.test.ts`);

/** A suite that takes its cases from the families. */
const isTableDriven = (text: string) =>
  /\b(sampleNames|resourceNames|bigNames)\b|Object\.(values|keys)\(resources\)/.test(text);

let passed = 0;
let failed = 0;
const broken: string[] = [];
/** Warnings, repeated at the end: the log of a gate is long. */
const notes: string[] = [];

if (filter.length > 0) {
  await vitestFor(filter);
} else {
  findChromium();
  clearResults();
  await run({ title: 'bundle', command: 'npm', args: ['run', '-s', 'bundle'] });
  // Each of these uses little more than one core. A build writes `next-env.d.ts`, which tsc has read by then.
  await runAll([
    { title: 'types', command: 'npm', args: ['run', '-s', 'typecheck'] },
    { title: 'lint', command: 'npm', args: ['run', '-s', 'lint'] },
    { title: 'database types are fresh', command: 'node', args: ['dist/db-types.js', '--verify'] },
    demoData(),
    { title: 'build', command: 'node', args: ['dist/build-web.js'], env: serverEnv('plain') },
  ]);
  await vitest('unit and API tests', []);
  copyDemoData();
  await run({
    title: 'browser tests',
    command: 'playwright',
    args: ['test', '--config', 'tests/playwright.config.ts'],
    env: { GOSTINY_E2E_KEEP: '1' },
  });
  countBrowserTests();
}

if (notes.length > 0) process.stdout.write(`\n${notes.join('\n')}\n`);
if (broken.length > 0) process.stdout.write(`\nFailed: ${broken.join(', ')}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(broken.length > 0 || failed > 0 ? 1 : 0);

function clearResults(): void {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
}

function names(): ServerName[] {
  return Object.keys(servers) as ServerName[];
}

/** The result of a first start: created once, for both servers of the browser tests. */
function demoData(): Step {
  for (const name of names()) rmSync(dataDir(name), { recursive: true, force: true });
  return { title: 'demo data', command: 'node', args: ['dist/db-seed.js'], env: serverEnv('plain') };
}

function copyDemoData(): void {
  for (const name of names().slice(1)) cpSync(dataDir('plain'), dataDir(name), { recursive: true });
}

function dataDir(name: ServerName): string {
  return String(serverEnv(name).DATA_DIR);
}

/** Two at a time; output is shown when a step is done. */
async function runAll(steps: readonly Step[]): Promise<void> {
  const left = [...steps];
  const lane = async () => {
    for (let step = left.shift(); step; step = left.shift()) await run(step, true);
  };
  await Promise.all([lane(), lane()]);
}

/** Runs a step and records a failure. `quietly` buffers its output until the end. */
async function run({ title, command, args, env = {} }: Step, quietly = false): Promise<void> {
  if (!quietly) process.stdout.write(`\n— ${title}\n`);
  const started = Date.now();
  const child = spawn(command, args, {
    stdio: quietly ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => void output.push(chunk));
  const status = await new Promise((resolve) => {
    child.on('error', () => resolve(undefined));
    child.on('close', resolve);
  });
  if (quietly) process.stdout.write(`\n— ${title}\n${Buffer.concat(output).toString()}`);
  process.stdout.write(`  ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  if (status !== 0) broken.push(title);
}

/** Whole files whose path contains a word, then from other files the tests whose title does. */
async function vitestFor(words: string[]): Promise<void> {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => `tests/${path}`);
  const isFamily = words.some((word) => familyNames().includes(word));
  const byPath = files.filter(
    (path) => words.some((word) => path.includes(word)) || (isFamily && ofEveryFamily.includes(path)),
  );
  const byTitle = files.filter((path) => {
    if (byPath.includes(path)) return false;
    const text = readFileSync(path, 'utf8');
    if (isFamily && isTableDriven(text)) return true;
    return words.some((word) => !word.includes('/') && text.includes(word));
  });
  if (byPath.length + byTitle.length > 0) clearResults();
  if (byPath.length > 0) await vitest('whole files', byPath, ['json']);
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const title = `(^|[^a-z-])(${escaped.join('|')})($|[^a-z-])`;
  if (byTitle.length > 0) await vitest('tests by title', [...byTitle, '-t', title], ['json']);
  if (passed + failed === 0) broken.push(`nothing matches ${words.join(' ')}`);
}

/** A family is a folder of the contract with a declaration. */
function familyNames(): string[] {
  return readdirSync('src/contract', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/index.ts'))
    .filter((path) => readFileSync(`src/contract/${path}`, 'utf8').includes('defineResource<'))
    .map((path) => String(path.split('/').at(-2)));
}

async function vitest(title: string, words: string[], reporters = ['dot', 'json']): Promise<void> {
  const report = `${results}/${title.replaceAll(' ', '-')}.json`;
  const shown = [...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${report}`];
  const args = ['run', '--config', 'tests/vitest.config.mts', ...shown, ...words];
  await run({ title, command: 'vitest', args });
  if (!existsSync(report)) return;
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  passed += numPassedTests;
  failed += numFailedTests;
  if (!reporters.includes('dot')) listFiles(testResults);
  noteFailed(testResults);
  showSlowest(testResults);
}

interface FileResult {
  name: string;
  startTime: number;
  endTime: number;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

/** What ran, where no dots show it: a chosen test may stand among thousands that are skipped. */
function listFiles(files: FileResult[]): void {
  for (const { name, message, assertionResults } of files) {
    const count = (status: string) => assertionResults.filter((one) => one.status === status).length;
    const [good, bad] = [count('passed'), count('failed')];
    if (good + bad === 0 && !message) continue;
    const red = bad > 0 || message ? `, ${bad} failed` : '';
    process.stdout.write(`  ${name.split('/tests/').at(-1)}: ${good} passed${red}\n`);
  }
}

function noteFailed(files: FileResult[]): void {
  for (const { name, message, assertionResults } of files) {
    const path = name.split('/tests/').at(-1);
    const red = assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of red)
      notes.push(`Failed: ${path}: ${fullName}\n${failureMessages[0]?.slice(0, 1_500)}`);
    if (message && red.length === 0) notes.push(`Failed: ${path}\n${message.slice(0, 1_500)}`);
  }
}

/** Prints where the time goes, before it becomes a problem. */
function showSlowest(files: FileResult[]): void {
  const timed = files.map(({ name, startTime, endTime }) => ({
    name,
    seconds: (endTime - startTime) / 1000,
  }));
  const slowest = timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5);
  const lines = slowest.map(
    ({ name, seconds }) => `  ${seconds.toFixed(0)} s ${name.split('/tests/').at(-1)}`,
  );
  if (files.length > 5) process.stdout.write(`Slowest files:\n${lines.join('\n')}\n`);
}

function countBrowserTests(): void {
  const report = `${results}/e2e.json`;
  if (!existsSync(report)) return;
  const { stats } = JSON.parse(readFileSync(report, 'utf8'));
  passed += stats.expected + stats.flaky;
  failed += stats.unexpected;
  if (stats.flaky > 0)
    notes.push(`${stats.flaky} browser tests passed at the second try: see the list above`);
}
