import { defineModule } from '@/server/core/module';
import { activityRoutes, analyticsRoutes, firstStepRoutes, historyRoutes, searchRoutes } from './routes';

/** Dashboards, the search for everything, activity log, history, trash and first steps. */
export const insights = defineModule({
  routes: [analyticsRoutes, searchRoutes, activityRoutes, historyRoutes, firstStepRoutes],
  resources: {},
});
