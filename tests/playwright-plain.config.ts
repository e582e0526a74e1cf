import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './support/chromium';

const webPort = 3430;
const apiPort = 3431;
const env = {
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  NEXT_DIST_DIR: '.next-plain',
  QUICK_BUILD: 'true',
  // The panel has no other information about the server.
  NEXT_PUBLIC_REST_API_ENDPOINT: `http://localhost:${apiPort}/rest`,
  PORT: String(webPort),
  HOST: '127.0.0.1',
};

/**
 * `npm run test:plain`: the panel alone, in front of a plain server of the dialect. Separate from `npm test`, because
 * it needs its own build.
 */
export default defineConfig({
  testDir: './plain',
  outputDir: '../test-results/plain',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
    baseURL: `http://localhost:${webPort}/admin/`,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1366, height: 900 },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  webServer: [
    {
      command: 'node tests/plain/serve.ts',
      cwd: '..',
      url: `http://localhost:${apiPort}/rest/settings`,
      env: { PORT: String(apiPort) },
      // Restarted each time: the journeys change its rows.
      stdout: 'ignore',
      stderr: 'pipe',
    },
    {
      command: 'npm run -s start:web',
      cwd: '..',
      url: `http://localhost:${webPort}/admin/login`,
      env,
      timeout: 600_000,
      reuseExistingServer: !process.env.CI,
      stdout: 'ignore',
      stderr: 'pipe',
    },
  ],
});
