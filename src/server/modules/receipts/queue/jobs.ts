import type { Job, Jobs } from '@/server/core/jobs/job';
import { openRegisters, type RegisterDeps } from '@/server/integrations/registers/open-registers';
import { applyCallback, callbackJob } from './callbacks';
import { openShopRegisters, resealCredentials } from './open-shop-registers';
import { readDays } from './register-days';
import { runQueue, runShopQueues } from './run-queue';

const hourMs = 3_600_000;

/** What is asked of the registers (docs/receipts.md). */
export const registerJobs: Jobs<RegisterDeps> = (deps) => {
  const registers = openRegisters(deps);
  const shopRegisters = openShopRegisters(deps);
  const own: Job[] = [
    {
      kind: 'local',
      name: 'receipts-queue',
      everyMs: 15_000,
      runsAtStart: true,
      wakeOn: 'gostiny_receipts',
      run: ({ signal }) => runQueue(deps, registers, signal),
    },
    {
      kind: 'scheduled',
      name: 'register-days',
      everyMs: 6 * hourMs,
      run: ({ ctx }) => readDays(ctx, registers),
    },
  ];
  return [
    ...(registers.length === 0 ? [] : own),
    {
      kind: 'local',
      name: 'receipts-queue-shops',
      everyMs: 15_000,
      runsAtStart: true,
      wakeOn: 'gostiny_receipts',
      run: ({ signal }) => runShopQueues(deps, shopRegisters, signal),
    },
    {
      kind: 'queued',
      name: callbackJob,
      maxFailures: 10,
      concurrency: 2,
      run: (_run, { id }) => applyCallback(deps, { registers, shopRegisters }, Number(id)),
    },
    {
      kind: 'scheduled',
      name: 'shop-secrets',
      everyMs: 6 * hourMs,
      run: () => resealCredentials(deps),
    },
  ];
};
