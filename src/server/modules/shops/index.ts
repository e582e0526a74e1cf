import type { LookupDeps } from '@/server/core/deps';
import type { Jobs, ScheduledJob } from '@/server/core/jobs/job';
import { defineModule } from '@/server/core/module';
import { type NpdStatus, openNpdStatus } from '@/server/integrations/npd/npd-status';
import { shopPeople } from './notify-withdrawal';
import { shopRoutes } from './routes';
import { shopsService } from './shops';
import { staffsService } from './staffs';
import { expirePapers, forgetPapers } from './vendor-file/expire-papers';
import { recheckNpd } from './vendor-file/recheck-npd';
import { vendorFileRoutes } from './vendor-file/routes';

const hour = 3600_000;

const jobs: Jobs<LookupDeps> = (deps) => [
  ...npdJobs(openNpdStatus(deps)),
  { kind: 'scheduled', name: 'vendor-papers', everyMs: hour, run: expirePapers },
  { kind: 'scheduled', name: 'forgotten-papers', everyMs: 24 * hour, run: ({ ctx }) => forgetPapers(ctx) },
];

/** Every minute, because the tax office answers two questions in one. */
const npdJobs = (npd: NpdStatus | undefined): ScheduledJob[] =>
  npd
    ? [{ kind: 'scheduled', name: 'npd-statuses', everyMs: hour / 60, run: (run) => recheckNpd(run, npd) }]
    : [];

/** Shops, their staff, ownership transfers, papers of vendors and vendor settings. */
export const shops = defineModule({
  routes: [shopRoutes, vendorFileRoutes],
  effects: {
    triggers: {
      'shops: name_index': 'rewrites the text by which it is found',
      'memberships: name_index': 'rewrites the text by which one of the staff is found',
    },
    events: { decision: 'a shop was approved or closed, or waits for it, or its papers changed' },
  },
  resources: {
    shops: shopsService,
    staffs: staffsService,
  },
  jobs,
  consumers: [shopPeople],
});
