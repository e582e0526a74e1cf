import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { firstPort, type ServerName, serverEnv, servers } from './e2e/support/servers.ts';
import { findChromium } from './support/chromium.ts';
import { startPostgres, watchStatements } from './support/scratch-postgres.ts';

/** Of a cluster that needs to survive no crash. */
const throwAway =
  '-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0 -c jit=off';

/**
 * `npm test`: all checks from lint to the browser, without anything running beforehand. With words after `--` it runs
 * only the unit and API tests whose path or title contains one of them; the name of a family also selects the
 * table-driven suites for that family, and the tests of what every family must have. Words that match nothing fail.
 * `GATE=1` (`.ci/run`) adds what takes long, and the API once more on a PostgreSQL server of its own. What each stage
 * said is in `test-results` afterwards.
 */
interface Step {
  title: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** When it is done, whether or not it failed. */
  finish?: () => void;
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
/** Failures, repeated at the end: the log of a gate is long. */
const notes: string[] = [];

if (filter.length > 0) await vitestFor(filter);
else await everything();

if (notes.length > 0) say(`\n${notes.join('\n')}`);
if (broken.length > 0) say(`\nFailed: ${broken.join(', ')}`);
say(`\n${passed} passed, ${failed} failed`);
process.exit(broken.length > 0 || failed > 0 ? 1 : 0);

/**
 * Two rows of stages side by side keep two cores busy: the browser waits for pages while the units compute. The build
 * comes first, because the longest stage needs it; tsc has read `next-env.d.ts` before the build writes it.
 */
async function everything(): Promise<void> {
  findChromium();
  clearResults();
  const postgres = process.env.GATE ? startPostgres(firstPort + 51_000, throwAway) : undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      postgres?.stop();
      process.exit(1);
    });
  const onServer = postgres && { TEST_DATABASE_URL: postgres.url };
  const endWatch = postgres && watchStatements(postgres.url, say);
  try {
    await run({ title: 'bundle', command: 'npm', args: ['run', '-s', 'bundle'] });
    await Promise.all([
      runAll([
        demoData(),
        { title: 'build', command: 'node', args: ['dist/build-web.js'], env: serverEnv('plain') },
        browserTests(),
        ...(onServer ? [vitest('API tests on PostgreSQL', beside(2, 'server', 'long'), onServer)] : []),
      ]),
      runAll([
        { title: 'types', command: 'npm', args: ['run', '-s', 'typecheck'] },
        { title: 'lint', command: 'npm', args: ['run', '-s', 'lint'] },
        { title: 'database types are fresh', command: 'node', args: ['dist/db-types.js', '--verify'] },
        vitest('unit and API tests', beside(2, 'admin', 'server')),
        ...(onServer ? [vitest('long tests', beside(1, 'long'))] : []),
      ]),
    ]);
  } finally {
    endWatch?.();
    postgres?.stop();
  }
}

/** Arguments of Vitest for a stage that has another one beside it. */
function beside(workers: number, ...projects: string[]): string[] {
  return ['--maxWorkers', String(workers), ...projects.flatMap((name) => ['--project', name])];
}

/** Shown, and kept in the report. */
function say(text: string): void {
  process.stdout.write(`${text}\n`);
  if (existsSync(results)) appendFileSync(`${results}/report.txt`, `${text}\n`);
}

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
  return {
    title: 'demo data',
    command: 'node',
    args: ['dist/db-seed.js'],
    env: serverEnv('plain'),
    finish: () => {
      if (!existsSync(dataDir('plain'))) return;
      for (const name of names().slice(1)) cpSync(dataDir('plain'), dataDir(name), { recursive: true });
    },
  };
}

function dataDir(name: ServerName): string {
  return String(serverEnv(name).DATA_DIR);
}

function browserTests(): Step {
  return {
    title: 'browser tests',
    command: 'playwright',
    args: ['test', '--config', 'tests/playwright.config.ts'],
    env: { GOSTINY_E2E_KEEP: '1' },
    finish: countBrowserTests,
  };
}

async function runAll(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await run(step);
}

/**
 * Runs a step and records a failure. Its output is kept in a file, and shown when it is done: another step runs beside
 * it. `isShown` shows it at once.
 */
async function run({ title, command, args, env = {}, finish }: Step, isShown = false): Promise<void> {
  const log = `${results}/${title.replaceAll(' ', '-')}.log`;
  if (!isShown) say(`— ${title} begins after ${process.uptime().toFixed(0)} s, see ${log}`);
  const begun = Date.now();
  const child = spawn(command, args, {
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    // Tests of the whole program find it bundled: a second bundle would replace it under the browser's servers.
    env: { ...process.env, IS_BUNDLED: filter.length > 0 ? '' : '1', ...env },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => appendFileSync(log, chunk));
  const status = await new Promise((resolve) => {
    child.on('error', () => resolve(undefined));
    child.on('close', resolve);
  });
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  say(`\n— ${title}`);
  if (!isShown && existsSync(log)) process.stdout.write(readFileSync(log));
  say(`  ${seconds} s`);
  if (status !== 0) broken.push(title);
  finish?.();
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
  if (byPath.length > 0) await run(vitest('whole files', byPath, {}, ['json']), true);
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const title = `(^|[^a-z-])(${escaped.join('|')})($|[^a-z-])`;
  if (byTitle.length > 0) await run(vitest('tests by title', [...byTitle, '-t', title], {}, ['json']), true);
  if (passed + failed === 0) broken.push(`nothing matches ${words.join(' ')}`);
}

/** A family is a folder of the contract with a declaration. */
function familyNames(): string[] {
  return readdirSync('src/contract', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/index.ts'))
    .filter((path) => readFileSync(`src/contract/${path}`, 'utf8').includes('defineResource<'))
    .map((path) => String(path.split('/').at(-2)));
}

/** A stage of Vitest; what it counted is in `<title>.json`. */
function vitest(title: string, args: string[], env = {}, reporters = ['dot', 'json']): Step {
  const report = `${results}/${title.replaceAll(' ', '-')}.json`;
  const shown = [...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${report}`];
  return {
    title,
    command: 'vitest',
    args: ['run', '--config', 'tests/vitest.config.mts', ...shown, ...args],
    env,
    finish: () => countVitest(report, reporters.includes('dot')),
  };
}

function countVitest(report: string, isWhole: boolean): void {
  if (!existsSync(report)) return;
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  passed += numPassedTests;
  failed += numFailedTests;
  if (!isWhole) listFiles(testResults);
  noteFailed(testResults);
  const timed = (testResults as FileResult[]).map(({ name, startTime, endTime }) => ({
    path: inTests(name),
    seconds: (endTime - startTime) / 1000,
  }));
  showSlowest(timed, isWhole ? 20 : 5);
}

function inTests(path: string): string {
  return String(path.split('/tests/').at(-1));
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
    say(`  ${inTests(name)}: ${good} passed${red}`);
  }
}

function noteFailed(files: FileResult[]): void {
  for (const { name, message, assertionResults } of files) {
    const path = inTests(name);
    const red = assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of red)
      notes.push(`Failed: ${path}: ${fullName}\n${failureMessages[0]?.slice(0, 1_500)}`);
    if (message && red.length === 0) notes.push(`Failed: ${path}\n${message.slice(0, 1_500)}`);
  }
}

/** Prints where the time goes, before it becomes a problem. */
function showSlowest(files: { path: string; seconds: number }[], count: number): void {
  if (files.length <= 5) return;
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
  say(
    `Slowest files:\n${slowest.map(({ path, seconds }) => `  ${seconds.toFixed(0)} s ${path}`).join('\n')}`,
  );
}

/** As the reporter of Playwright writes it: a file, or a group within one. */
interface BrowserSuite {
  file: string;
  suites?: BrowserSuite[];
  specs: {
    title: string;
    ok: boolean;
    tests: { results: { duration: number; error?: { message?: string } }[] }[];
  }[];
}

function countBrowserTests(): void {
  const report = `${results}/browser-tests.json`;
  if (!existsSync(report)) return;
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'));
  passed += stats.expected;
  failed += stats.unexpected;
  const files = (suites as BrowserSuite[]).map((suite) => ({
    path: `e2e/${suite.file}`,
    specs: specsOf(suite),
  }));
  for (const { path, specs } of files)
    for (const { title, ok, tests } of specs) {
      const message = tests.flatMap(({ results: tries }) => tries).find(({ error }) => error)?.error?.message;
      if (!ok)
        notes.push(`Failed: ${path}: ${title}\n${stripVTControlCharacters(message ?? '').slice(0, 1_500)}`);
    }
  showSlowest(
    files.map(({ path, specs }) => ({
      path,
      seconds: specs.reduce((sum, spec) => sum + secondsOf(spec), 0),
    })),
    20,
  );
}

function specsOf({ specs, suites = [] }: BrowserSuite): BrowserSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function secondsOf({ tests }: BrowserSuite['specs'][number]): number {
  return tests.flatMap(({ results: tries }) => tries).reduce((sum, { duration }) => sum + duration / 1000, 0);
}
