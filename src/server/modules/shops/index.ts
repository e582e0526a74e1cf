import { defineModule } from '@/server/core/module';
import { shopRoutes } from './routes';
import { shopsService } from './shops';
import { staffsService } from './staffs';

/** Shops, their staff, ownership transfers and vendor settings. */
export const shops = defineModule({
  routes: [shopRoutes],
  effects: { events: { decision: 'a shop was approved or closed, or waits for it' } },
  resources: {
    shops: shopsService,
    staffs: staffsService,
  },
});
