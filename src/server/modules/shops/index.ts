import { defineModule } from '@/server/core/module';
import { ownershipTransferRoutes } from './ownership-transfer-routes';
import { shopRoutes } from './routes';
import { shopsService } from './shops';
import { staffRoutes } from './staff-routes';
import { staffsService } from './staffs';
import { vendorSettingsRoutes } from './vendor-settings-routes';

/** Shops, their staff, ownership transfers and vendor settings. */
export const shops = defineModule({
  routes: [shopRoutes, staffRoutes, ownershipTransferRoutes, vendorSettingsRoutes],
  resources: {
    shops: shopsService,
    staffs: staffsService,
  },
});
