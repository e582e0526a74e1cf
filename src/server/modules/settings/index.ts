import { resources } from '@/contract';
import { isAdmin } from '@/server/core/context';
import { defineModule } from '@/server/core/module';
import { resourceService } from '@/server/core/resource/service';
import { appVersionsService } from './app-versions';
import { expireRequests } from './approvals/list-requests';
import { approvalRoutes } from './approvals/routes';
import { deliveryClassesService } from './delivery-classes';
import { faqsService } from './faqs';
import { settingsRoutes } from './routes';
import { shippingsService } from './shippings';
import { termsService } from './terms';

/** Settings of the marketplace and the dictionaries that checkout and storefront read. */
export const settings = defineModule({
  routes: [settingsRoutes, approvalRoutes],
  jobs: () => [
    {
      kind: 'scheduled',
      name: 'expired-approvals',
      everyMs: 10 * 60_000,
      run: ({ ctx }) => expireRequests(ctx),
    },
  ],
  effects: {
    events: {
      settings: 'the settings were saved',
      decision: 'a request for a second person was made or decided',
    },
  },
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
    'social-links': resourceService(resources['social-links'], {
      table: 'social_links',
      policy: (ctx) => (isAdmin(ctx) ? undefined : (eb) => eb('is_active', '=', true)),
    }),
    taxes: resourceService(resources.taxes, {
      table: 'taxes',
      usedBy: [{ table: 'classes_in_settings', column: 'tax_id', family: 'settings', isLink: true }],
    }),
    shippings: shippingsService,
  },
});
