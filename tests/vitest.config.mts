import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { oldNodeAdvice } from '../src/server/core/node-version.ts';

const tooOld = oldNodeAdvice();
if (tooOld) {
  process.stderr.write(`${tooOld}\n`);
  process.exit(1);
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const alias = [
  { find: '@locales', replacement: here('../public/locales') },
  { find: '@tests', replacement: here('.') },
  { find: '@', replacement: here('../src') },
];

// On a busy gate once more.
const retry = process.env.CI ? 1 : 0;

/** A list of what is missing is shown whole, also in the summary at the end. */
const chaiConfig = { truncateThreshold: 1500 };

/** Two projects: screens and browser code in jsdom, contract and server in plain Node. Network faked in the first only. */
export default defineConfig({
  root: here('..'),
  test: {
    // One more than cores: a worker also waits, for the database and for timers.
    maxWorkers: 3,
    projects: [
      {
        root: here('..'),
        plugins: [react()],
        resolve: { alias },
        test: {
          name: 'admin',
          retry,
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost/admin/' } },
          include: ['tests/admin/**/*.test.{ts,tsx}'],
          setupFiles: [here('./admin/setup.ts')],
          chaiConfig,
          // A jsdom and the screens' code for each file anew cost twice what the tests do: files clear up after themselves.
          isolate: false,
          // A green test waits for neither this nor the limits below: they are for a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        root: here('..'),
        resolve: { alias },
        test: {
          name: 'server',
          retry,
          environment: 'node',
          // Files of one worker share the loaded code and the database: starting both anew takes longer than most files.
          isolate: false,
          globalSetup: [here('./server/setup.ts')],
          chaiConfig,
          include: process.env.TEST_DATABASE_URL
            ? // Once more on a server: what asks its database.
              ['tests/{server,world}/**/*.test.ts']
            : ['tests/{contract,server,world}/**/*.test.ts', 'tests/*.test.ts'],
          // They start processes that have the embedded database, or ask who may do what, which no database changes.
          exclude: process.env.TEST_DATABASE_URL
            ? [
                'tests/server/core/db/{durability,embedded-folder}.test.ts',
                'tests/server/{accounts,shops}/*roles-walk.test.ts',
              ]
            : [],
          // The first query of a fresh embedded database takes seconds on a busy machine.
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
