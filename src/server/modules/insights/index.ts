import { defineModule } from '@/server/core/module';
import { activityRoutes } from './activity-routes';
import { sumCounted } from './dashboards/analytics-days';
import { analyticsRoutes } from './dashboards/routes';
import { firstStepRoutes } from './first-step-routes';
import { historyRoutes } from './history-routes';
import { searchRoutes } from './search/routes';

/** Dashboards, the search for everything, activity log, history, trash and first steps. */
export const insights = defineModule({
  routes: [analyticsRoutes, searchRoutes, activityRoutes, historyRoutes, firstStepRoutes],
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
