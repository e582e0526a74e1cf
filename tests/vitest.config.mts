import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const alias = [
  // A family asks for its own words by a query, which only the build of the panel knows (next.config.js).
  { find: /^@locales\/([^?]+)(\?.*)?$/, replacement: `${here('../public/locales')}/$1` },
  { find: '@tests', replacement: here('.') },
  { find: '@', replacement: here('../src') },
];

/** Two projects: screens and browser code in jsdom, contract and server in plain Node. Network faked in the first only. */
export default defineConfig({
  root: here('..'),
  test: {
    maxWorkers: 2,
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
          testTimeout: 15_000,
        },
      },
      {
        root: here('..'),
        resolve: { alias },
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/contract/**/*.test.ts', 'tests/server/**/*.test.ts', 'tests/architecture.test.ts'],
          // The first query of a fresh embedded database takes seconds on a busy machine.
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
