import { defineModule } from '@/server/core/module';
import { shopRoutes } from './routes';
import { shopsService } from './shops';
import { staffsService } from './staffs';

/** Shops, their staff, ownership transfers and vendor settings. */
export const shops = defineModule({
  routes: [shopRoutes],
  resources: {
    shops: shopsService,
    staffs: staffsService,
  },
});
