import type { Jobs } from '@/server/core/jobs/job';
import { defineModule } from '@/server/core/module';
import { shopRoutes } from './routes';
import { shopsService } from './shops';
import { staffsService } from './staffs';
import { expirePapers, forgetPapers } from './vendor-file/expire-papers';
import { vendorFileRoutes } from './vendor-file/routes';

const hour = 3600_000;

const jobs: Jobs = () => [
  { kind: 'scheduled', name: 'vendor-papers', everyMs: hour, run: expirePapers },
  { kind: 'scheduled', name: 'forgotten-papers', everyMs: 24 * hour, run: ({ ctx }) => forgetPapers(ctx) },
];

/** Shops, their staff, ownership transfers, papers of vendors and vendor settings. */
export const shops = defineModule({
  routes: [shopRoutes, vendorFileRoutes],
  effects: { events: { decision: 'a shop was approved or closed, or waits for it, or its papers changed' } },
  resources: {
    shops: shopsService,
    staffs: staffsService,
  },
  jobs,
});
