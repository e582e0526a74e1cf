import { faqs } from '@/contract/settings/faqs';
import { ownShop } from '@/server/core/resource/policy';
import { resourceService } from '@/server/core/resource/service';
import { resolvePublisher } from './publisher';

/** FAQs: vendors write for their own shops, administrators also global ones. */
export const faqsService = resourceService(faqs, {
  table: 'faqs',
  policy: ownShop,
  immutableFields: ['shop_id'],
  onCreate: async (ctx, input) => {
    const { type, ...publisher } = await resolvePublisher(ctx, input.shop_id);
    return { ...publisher, faq_type: type, user_id: ctx.user?.id };
  },
});
