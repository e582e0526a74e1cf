import { rmSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { baseUrl, fakesPort, type ServerName, serverEnv, servers } from './e2e/support/servers';
import { chromiumFlags, findChromium } from './support/chromium';

const names = Object.keys(servers) as ServerName[];

// The configuration is read by every worker; only the first read, before the servers start, may empty their data.
if (!process.env.TEST_WORKER_INDEX && !process.env.GOSTINY_E2E_KEEP) {
  for (const name of names) rmSync(String(serverEnv(name).DATA_DIR), { recursive: true, force: true });
  process.env.GOSTINY_E2E_KEEP = '1';
}

const launchOptions = { executablePath: findChromium(), args: chromiumFlags };

export default defineConfig({
  testDir: './e2e',
  // Runs when the servers do.
  globalSetup: './e2e/support/global-setup.ts',
  // Emptied by Playwright: the reports of other stages lie beside it.
  outputDir: '../test-results/browser',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A passing test waits for neither: they are limits for a busy machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/browser-tests.json' }]],
  use: {
    // What hangs is named before the whole test runs out of time.
    actionTimeout: 45_000,
    navigationTimeout: 60_000,
    browserName: 'chromium',
    launchOptions,
    baseURL: baseUrl('plain'),
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1366, height: 900 },
    // Tracing a hundred pages takes longer than the pages: a screenshot of the failure must suffice.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  webServer: [
    {
      command: 'npm run -s fakes',
      cwd: '..',
      // Answers 401: it asks for credentials.
      url: `http://127.0.0.1:${fakesPort}/v3/payments`,
      // Another seed each time: the database remembers the ids of payments before.
      env: { FAKES_PORT: String(fakesPort), FAKES_SEED: String(Date.now()) },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
      reuseExistingServer: !process.env.CI,
      stdout: 'ignore',
      stderr: 'pipe',
    },
    ...names.map((name) => ({
      command: 'node dist/main.js',
      cwd: '..',
      url: `http://localhost:${servers[name].port}/admin/rest/health`,
      env: serverEnv(name),
      // The first start fills the database with demo data, unless `npm test` has done so.
      timeout: 180_000,
      gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
      reuseExistingServer: !process.env.CI,
      stdout: 'ignore' as const,
      stderr: 'pipe' as const,
    })),
  ],
});
