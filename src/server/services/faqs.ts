import { faqs } from '@/contract/faqs';
import { type Ctx, isAdmin, shopIdsOf } from '../context';
import { AppError } from '../errors';
import { ownShop } from '../policies/own-shop';
import { resourceService } from './resource-service';

/** FAQs: a vendor's belong to an own shop, global ones are the administrator's (reference rules R-235, S-37). */
export const faqsService = resourceService(faqs, {
  table: 'faqs',
  policy: ownShop,
  fixed: ['shop_id'],
  onCreate: async (ctx, input) => ({
    ...(await issuer(ctx, input.shop_id as number | null)),
    user_id: ctx.user?.id,
  }),
});

async function issuer(ctx: Ctx, shopId: number | null) {
  if (!isAdmin(ctx)) {
    if (!shopId) throw new AppError('VALIDATION_FAILED', { fields: { shop_id: ['error-shop-required'] } });
    if (!ctx.user || !shopIdsOf(ctx.user).includes(shopId)) throw new AppError('NOT_FOUND');
  }
  if (!shopId) return { faq_type: 'global', issued_by: 'Super Admin', shop_id: null };
  const shop = await ctx.db
    .selectFrom('shops')
    .select('name')
    .where('id', '=', shopId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!shop) throw new AppError('VALIDATION_FAILED', { fields: { shop_id: ['error-wrong-value'] } });
  return { faq_type: 'shop', issued_by: shop.name, shop_id: shopId };
}
