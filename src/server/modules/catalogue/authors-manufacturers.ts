import { manufacturers } from '@/contract/catalogue/manufacturers';
import { resourceService } from '@/server/core/resource/service';
import { approvedOrSentIn } from './approved-policy';
import { productCounts } from './products/product-counts';
import { defaultsForSubmission } from './sent-in';

/** Manufacturers and publishers: a shop sends one in, an administrator approves (reference rules R-298). */
export const manufacturersService = resourceService(manufacturers, {
  table: 'manufacturers',
  policy: approvedOrSentIn,
  relations: {
    type: { column: 'type_id', table: 'groups' },
    shop: { column: 'shop_id', table: 'shops' },
  },
  immutableFields: ['shop_id'],
  adminOnly: ['is_approved'],
  onCreate: defaultsForSubmission,
  usedBy: [{ table: 'products', column: 'manufacturer_id', family: 'products' }],
  include: { products_count: productCounts('manufacturer_id') },
});
