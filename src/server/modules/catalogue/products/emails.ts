import type { Ctx } from '@/server/core/context';
import { type Email, greeting, paragraphs } from '@/server/modules/messaging/email-text';
import { eventOn } from '@/server/modules/messaging/event-switches';
import { send } from '@/server/modules/messaging/outbox';

/** Stored as the reason when an administrator gave none; the vendor reads it. */
export const defaultRejectionReason = 'Администратор не указал причину — уточните её у поддержки площадки.';

/** Sends an e-mail about a decision to a vendor, unless the event is switched off. */
export async function emailDecision(ctx: Ctx, to: string, email: Email): Promise<void> {
  if (await eventOn(ctx, 'mail', 'vendor', 'productReview'))
    await send(ctx, { channel: 'mail', to, ...email });
}

/** A submission was approved. `isChange`: changes of products that were live already. */
export const productApproved = (details: {
  name: string;
  shop: string;
  products: readonly string[];
  isChange: boolean;
  link: string;
}): Email => {
  const [first = ''] = details.products;
  const isOne = details.products.length === 1;
  const what = details.isChange ? 'Изменения одобрены' : 'Проверка пройдена';
  return {
    template: 'product-approved',
    subject: isOne ? `${what}: «${first}»` : `${what}: товаров — ${details.products.length}`,
    body: paragraphs(
      greeting(details.name),
      isOne
        ? `Мы проверили товар «${first}» магазина «${details.shop}». ${details.isChange ? 'Покупатели уже видят его с вашими изменениями.' : 'Он опубликован, покупатели уже видят его.'}`
        : `Мы проверили товары магазина «${details.shop}». Покупатели уже видят их:\n${details.products.map((one) => `— ${one}`).join('\n')}`,
      `Товары магазина:\n${details.link}`,
    ),
  };
};

/** A submission was rejected: the reason, and a link to correct it. */
export const productRejected = (details: {
  name: string;
  shop: string;
  product: string;
  isChange: boolean;
  reason: string;
  link: string;
}): Email => ({
  template: 'product-rejected',
  subject: details.isChange
    ? `Изменения не приняты: «${details.product}»`
    : `Товар не прошёл проверку: «${details.product}»`,
  body: paragraphs(
    greeting(details.name),
    details.isChange
      ? `Мы не смогли принять изменения товара «${details.product}» магазина «${details.shop}». В продаже остаётся прежняя версия.`
      : `Мы не смогли опубликовать товар «${details.product}» магазина «${details.shop}».`,
    `Причина: ${details.reason}`,
    `Исправьте товар и отправьте его снова:\n${details.link}`,
  ),
});
