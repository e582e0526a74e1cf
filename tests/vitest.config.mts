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

/** A list of what is missing is shown whole, also in the summary at the end. */
const chaiConfig = { truncateThreshold: 1500 };

const onServer = Boolean(process.env.TEST_DATABASE_URL);

/** What `npm test` leaves to `.ci/run`, by path or word: random requests, killed processes, databases of former releases. */
const long = [
  'tests/server/core/fuzz.test.ts',
  'tests/server/core/attacks/odd-values.test.ts',
  'tests/server/core/db/durability.test.ts',
  'tests/server/core/db/embedded-folder.test.ts',
  'tests/server/orders/order-placement-killed.test.ts',
  'tests/server/core/db/{fold,near-names}.test.ts',
  'tests/server/ledger/former-payouts.test.ts',
];

/** Embedded whatever the address says, or about who may do what and how input is read, which no database changes. */
const once = [
  'tests/server/core/{fuzz,attacks/odd-values}.test.ts',
  'tests/server/core/db/{durability,embedded-folder}.test.ts',
  'tests/server/{accounts,shops}/*roles-walk.test.ts',
];

/** What both projects of the API share. */
const server = {
  environment: 'node' as const,
  // Files of one worker share the loaded code and the database: starting both anew takes longer than most files.
  isolate: false,
  globalSetup: [here('./server/setup.ts')],
  chaiConfig,
  // A worker opens and closes dozens of embedded databases: freeing their code has crashed the engine once
  // («allocations_.erase(addr) == 1», docs/testing.md). Processes of the product open one.
  execArgv: ['--no-wasm-code-gc'],
  // The first query of a fresh embedded database takes seconds on a busy machine.
  testTimeout: 120_000,
  hookTimeout: 300_000,
};

/**
 * Screens and browser code in jsdom with a faked network; contract and server in plain Node; what takes long. No test is
 * tried again: one that passes the second time has a cause to be found (docs/testing.md).
 */
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
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost/admin/' } },
          include: ['tests/admin/**/*.test.{ts,tsx}'],
          setupFiles: [here('./admin/setup.ts')],
          chaiConfig,
          // A jsdom and the screens' code for each file anew cost twice what the tests do: files clear up after themselves.
          isolate: false,
          // A green test waits for neither this nor the limits above: they are for a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        root: here('..'),
        resolve: { alias },
        test: {
          ...server,
          name: 'server',
          include: onServer
            ? // Once more on a server: what asks its database.
              ['tests/{server,world}/**/*.test.ts']
            : ['tests/{contract,server,world}/**/*.test.ts', 'tests/*.test.ts'],
          exclude: onServer ? [...long, ...once] : long,
        },
      },
      {
        root: here('..'),
        resolve: { alias },
        test: { ...server, name: 'long', include: long, exclude: onServer ? once : [] },
      },
    ],
  },
});
