import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findChromium } from './support/chromium.ts';
import { type ServerName, serverEnv, servers } from './support/e2e-servers.ts';

/**
 * `npm test`: everything that must hold, from lint to the browser, with nothing running beforehand. With words behind
 * `--` it runs only the unit and API tests whose path or title matches them.
 */
const filter = process.argv.slice(2);
const results = 'test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;
const broken: string[] = [];

if (filter.length > 0) {
  vitest(filter);
} else {
  step('lint', 'npm', ['run', '-s', 'lint']);
  step('types', 'npm', ['run', '-s', 'typecheck']);
  step('bundle', 'npm', ['run', '-s', 'bundle']);
  step('database types are fresh', 'node', ['dist/db-types.js', '--verify']);
  vitest([]);
  for (const name of Object.keys(servers) as ServerName[]) {
    step(`build (${name})`, 'node', ['dist/build-web.js'], serverEnv(name));
  }
  findChromium();
  step('browser tests', 'playwright', ['test', '--config', 'tests/playwright.config.ts']);
  countBrowserTests();
}

if (broken.length > 0) process.stdout.write(`\nFailed: ${broken.join(', ')}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(broken.length > 0 || failed > 0 ? 1 : 0);

function step(title: string, command: string, args: string[], env: Record<string, string> = {}): void {
  process.stdout.write(`\n— ${title}\n`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  process.stdout.write(`  ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  if (status !== 0) broken.push(title);
}

function vitest(words: string[]): void {
  const report = `${results}/unit.json`;
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  step('unit and API tests', 'vitest', [
    'run',
    '--config',
    'tests/vitest.config.mts',
    ...reporters,
    ...words,
  ]);
  if (!existsSync(report)) return;
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  passed += numPassedTests;
  failed += numFailedTests;
}

function countBrowserTests(): void {
  const report = `${results}/e2e.json`;
  if (!existsSync(report)) return;
  const { stats } = JSON.parse(readFileSync(report, 'utf8'));
  passed += stats.expected;
  failed += stats.unexpected + stats.flaky;
}
