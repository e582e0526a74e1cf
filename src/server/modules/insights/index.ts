import { defineModule } from '@/server/core/module';
import { activityRoutes } from './activity-routes';
import { analyticsRoutes } from './dashboards/routes';
import { firstStepRoutes } from './first-step-routes';
import { historyRoutes } from './history-routes';
import { searchRoutes } from './search/routes';

/** Dashboards, the search for everything, activity log, history, trash and first steps. */
export const insights = defineModule({
  routes: [analyticsRoutes, searchRoutes, activityRoutes, historyRoutes, firstStepRoutes],
  resources: {},
});
