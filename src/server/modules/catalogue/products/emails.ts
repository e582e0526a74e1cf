import type { Ctx } from '@/server/core/context';
import { type Letter, paragraphs } from '@/server/modules/messaging/emails';
import { eventOn } from '@/server/modules/messaging/event-switches';
import { send } from '@/server/modules/messaging/outbox';

/** Stored as the reason when an administrator gave none; the vendor reads it. */
export const defaultRejectionReason = 'Администратор не указал причину — уточните её у поддержки площадки.';

/** Sends an e-mail about a decision to a vendor, unless the event is switched off. */
export async function emailDecision(ctx: Ctx, to: string, letter: Letter): Promise<void> {
  if (await eventOn(ctx, 'mail', 'vendor', 'productReview'))
    await send(ctx, { channel: 'mail', to, ...letter });
}

/** A submission was approved. `isChange`: changes of products that were live already. */
export const productApproved = (about: {
  name: string;
  shop: string;
  products: readonly string[];
  isChange: boolean;
  link: string;
}): Letter => {
  const [first = ''] = about.products;
  const isOne = about.products.length === 1;
  const what = about.isChange ? 'Изменения одобрены' : 'Проверка пройдена';
  return {
    template: 'product-approved',
    subject: isOne ? `${what}: «${first}»` : `${what}: товаров — ${about.products.length}`,
    body: paragraphs(
      `Здравствуйте, ${about.name}!`,
      isOne
        ? `Мы проверили товар «${first}» магазина «${about.shop}». ${about.isChange ? 'Покупатели уже видят его с вашими изменениями.' : 'Он опубликован, покупатели уже видят его.'}`
        : `Мы проверили товары магазина «${about.shop}». Покупатели уже видят их:\n${about.products.map((one) => `— ${one}`).join('\n')}`,
      `Товары магазина:\n${about.link}`,
    ),
  };
};

/** A submission was rejected: the reason, and a link to correct it. */
export const productRejected = (about: {
  name: string;
  shop: string;
  product: string;
  isChange: boolean;
  reason: string;
  link: string;
}): Letter => ({
  template: 'product-rejected',
  subject: about.isChange
    ? `Изменения не приняты: «${about.product}»`
    : `Товар не прошёл проверку: «${about.product}»`,
  body: paragraphs(
    `Здравствуйте, ${about.name}!`,
    about.isChange
      ? `Мы не смогли принять изменения товара «${about.product}» магазина «${about.shop}». В продаже остаётся прежняя версия.`
      : `Мы не смогли опубликовать товар «${about.product}» магазина «${about.shop}».`,
    `Причина: ${about.reason}`,
    `Исправьте товар и отправьте его снова:\n${about.link}`,
  ),
});
