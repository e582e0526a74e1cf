import { resources } from '@/contract';
import { defineModule } from '@/server/core/module';
import { activeOnly } from '@/server/core/resource/active-only';
import { resourceService } from '@/server/core/resource/service';
import { appVersionRoutes } from './app-version-routes';
import { appVersionsService } from './app-versions';
import { deliveryClassesService, withoutCharge } from './delivery-classes';
import { deliveryRoutes } from './delivery-routes';
import { faqsService } from './faqs';
import { lookupRoutes } from './lookup-routes';
import { settingsRoutes } from './routes';
import { savedViewRoutes } from './saved-view-routes';
import { outsideRoutes } from './service-routes';
import { termRoutes } from './term-routes';
import { termsService } from './terms';

/** Settings of the marketplace and the small dictionaries that checkout and storefront read. */
export const settings = defineModule({
  routes: [
    settingsRoutes,
    lookupRoutes,
    deliveryRoutes,
    termRoutes,
    appVersionRoutes,
    outsideRoutes,
    savedViewRoutes,
  ],
  resources: {
    faqs: faqsService,
    'mobile-app-versions': appVersionsService,
    'delivery-classes': deliveryClassesService,
    'terms-and-conditions': termsService,
    boxes: resourceService(resources.boxes, {
      table: 'boxes',
      usedBy: [
        { table: 'boxes_of_delivery_classes', column: 'box_id', family: 'delivery-classes' },
        { table: 'products', column: 'box_id', family: 'products' },
      ],
    }),
    'social-links': resourceService(resources['social-links'], { table: 'social_links', policy: activeOnly }),
    taxes: resourceService(resources.taxes, {
      table: 'taxes',
      usedBy: [{ table: 'classes_in_settings', column: 'tax_id', family: 'settings', isLink: true }],
    }),
    shippings: resourceService(resources.shippings, {
      table: 'shippings',
      onUpdate: withoutCharge,
      usedBy: [{ table: 'classes_in_settings', column: 'shipping_id', family: 'settings', isLink: true }],
    }),
  },
});
