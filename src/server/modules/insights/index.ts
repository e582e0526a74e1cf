import { defineModule } from '@/server/core/module';
import { sumCounted } from './dashboards/analytics-days';
import {
  activityRoutes,
  analyticsRoutes,
  firstStepRoutes,
  historyRoutes,
  menuRoutes,
  searchRoutes,
} from './routes';

/** Dashboards, the search for everything, activity log, history, trash and first steps. */
export const insights = defineModule({
  routes: [analyticsRoutes, searchRoutes, activityRoutes, historyRoutes, firstStepRoutes, menuRoutes],
  resources: {},
  jobs: () => [
    {
      kind: 'scheduled',
      name: 'dashboard-days',
      everyMs: 10 * 60_000,
      run: ({ ctx }) => sumCounted(ctx.db),
    },
  ],
});
