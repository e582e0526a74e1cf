import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzApp } from '../../fuzz/app';
import { fuzz } from '../../fuzz/run';
import type { TestApp } from '../../support/server';

/** A short run of `npm run fuzz`: the same requests each time. */
let api: TestApp;

beforeAll(async () => {
  api = await fuzzApp();
});
afterAll(() => api.close());

it('answers 800 random requests of all roles without a fault, a leak between shops or a wrong balance', async () => {
  const report = await fuzz(api, { requests: 800, seed: 2026, hangMs: 15_000, isShort: true });

  expect(report.faults).toEqual([]);
  expect(report.reconciliation.problems).toEqual([]);
  // The run proves nothing when every request is refused for lack of permissions.
  expect(report.reached).toBeGreaterThan(report.endpoints / 3);
}, 600_000);
