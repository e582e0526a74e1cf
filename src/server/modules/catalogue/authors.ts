import { authors } from '@/contract/catalogue/authors';
import { resourceService } from '@/server/core/resource/service';
import { approvedOrSentIn } from './approved-policy';
import { productCounts } from './products/product-counts';
import { defaultsForSubmission } from './sent-in';

/** Authors: a shop sends one in, an administrator approves (reference rules R-298). */
export const authorsService = resourceService(authors, {
  table: 'authors',
  policy: approvedOrSentIn,
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  immutableFields: ['shop_id'],
  adminOnly: ['is_approved'],
  onCreate: defaultsForSubmission,
  usedBy: [{ table: 'products', column: 'author_id', family: 'products' }],
  include: { products_count: productCounts('author_id') },
});
