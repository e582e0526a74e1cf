import type { Job } from '@/server/core/jobs/job';
import { compareNight } from './compare-night';
import { documentMissed } from './document-missed';

const minute = 60_000;

/** What keeps receipts equal to the ledger. */
export const checkJobs: readonly Job[] = [
  {
    kind: 'scheduled',
    name: 'receipts-missed',
    everyMs: 10 * minute,
    run: (run) => documentMissed(run.ctx, run),
  },
  { kind: 'scheduled', name: 'receipts-night', everyMs: 60 * minute, run: ({ ctx }) => compareNight(ctx) },
];
