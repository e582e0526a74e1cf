import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './support/chromium';

const port = 3319;

/**
 * `npm run test:mock`: the panel of `npm run dev`. Separate from `npm test`, because a development build takes
 * minutes.
 */
export default defineConfig({
  testDir: './mock',
  outputDir: '../test-results/mock',
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 90_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
    baseURL: `http://localhost:${port}/admin/`,
    locale: 'ru-RU',
    viewport: { width: 1366, height: 900 },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: 'node src/mock/serve.ts',
    cwd: '..',
    url: `http://localhost:${port}/admin/login`,
    env: { PORT: String(port), NODE_ENV: 'development', NEXT_DIST_DIR: '.next-mock-test' },
    timeout: 300_000,
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
