import { type ResourceName, resources } from '@/contract';
import { faqsService } from './services/faqs';
import { type ResourceService, resourceService } from './services/resource-service';
import { storeNoticesService } from './services/store-notices';

/** What answers each family: typed to have every one. */
export const services: Record<ResourceName, ResourceService> = {
  tags: resourceService(resources.tags, { table: 'tags' }),
  boxes: resourceService(resources.boxes, { table: 'boxes' }),
  faqs: faqsService,
  'store-notices': storeNoticesService,
  'error-codes': resourceService(resources['error-codes'], { table: 'error_codes' }),
};
