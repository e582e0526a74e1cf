import { withdraws } from '@/contract/withdraws';
import { ownShop } from '../policies/own-shop';
import { resourceService } from './resource-service';

export const withdrawsService = resourceService(withdraws, {
  table: 'withdraws',
  policy: ownShop,
  relations: { shop: { column: 'shop_id', table: 'shops' } },
});
