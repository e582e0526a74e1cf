import { faqs } from '@/contract/settings/faqs';
import { ownShop } from '@/server/core/resource/policy';
import { resourceService } from '@/server/core/resource/service';
import { resolvePublisher } from './publisher';

/** FAQs: a vendor's belong to an own shop, global ones are the administrator's (reference rules R-235, S-37). */
export const faqsService = resourceService(faqs, {
  table: 'faqs',
  policy: ownShop,
  immutableFields: ['shop_id'],
  onCreate: async (ctx, input) => {
    const { type, ...issuer } = await resolvePublisher(ctx, input.shop_id);
    return { ...issuer, faq_type: type, user_id: ctx.user?.id };
  },
});
