import type { Ctx } from '@/server/core/context';
import { type Letter, paragraphs } from '@/server/modules/messaging/emails';
import { eventOn } from '@/server/modules/messaging/event-switches';
import { send } from '@/server/modules/messaging/outbox';

/** Emails about reviews and questions, written in the transaction of their event. */

interface Told {
  id: number;
  shop_id: number;
  product_id: number;
  user_id: number;
}

interface Sides {
  product: string;
  shop: string;
  slug: string;
  ownerId: number;
  owner: string;
  ownerEmail: string;
  author: string;
  authorEmail: string;
  isAuthorActive: boolean;
}

const stars = (rating: number) => '★'.repeat(rating) + '☆'.repeat(5 - rating);

/** To the shop owner: a new review. */
export async function mailReview(
  ctx: Ctx,
  review: Told & { rating: number; comment: string },
): Promise<void> {
  if (!(await eventOn(ctx, 'mail', 'vendor', 'createReview'))) return;
  const about = await sidesOf(ctx, review);
  if (!about || about.ownerId === review.user_id) return;
  await send(ctx, {
    ...{ channel: 'mail', to: about.ownerEmail, template: 'review-created' },
    subject: `Новый отзыв: «${about.product}»`,
    body: paragraphs(
      `Здравствуйте, ${about.owner}!`,
      `${about.author} пишет о товаре «${about.product}» магазина «${about.shop}»:`,
      `${stars(review.rating)}\n${review.comment}`,
      `Все отзывы магазина:\n${linkTo(ctx, about.slug, 'reviews')}`,
    ),
  });
}

/** To the shop owner: a new question. */
export async function mailQuestion(ctx: Ctx, question: Told & { question: string }): Promise<void> {
  if (!(await eventOn(ctx, 'mail', 'vendor', 'createQuestion'))) return;
  const about = await sidesOf(ctx, question);
  if (!about || about.ownerId === question.user_id) return;
  await send(ctx, {
    ...{ channel: 'mail', to: about.ownerEmail, template: 'question-created' },
    subject: `Новый вопрос: «${about.product}»`,
    body: paragraphs(
      `Здравствуйте, ${about.owner}!`,
      `${about.author} спрашивает о товаре «${about.product}» магазина «${about.shop}»:`,
      question.question,
      `Ответить:\n${linkTo(ctx, about.slug, 'questions')}`,
    ),
  });
}

/** To the asker: the answer (reference rules R-336). */
export async function mailAnswer(
  ctx: Ctx,
  question: Told & { question: string; answer: string },
): Promise<void> {
  if (!(await eventOn(ctx, 'mail', 'customer', 'answerQuestion'))) return;
  const about = await sidesOf(ctx, question);
  if (!about?.isAuthorActive) return;
  await send(ctx, {
    ...{ channel: 'mail', to: about.authorEmail, template: 'question-answered' },
    subject: `Магазин «${about.shop}» ответил на ваш вопрос`,
    body: paragraphs(
      `Здравствуйте, ${about.author}!`,
      `Вы спрашивали о товаре «${about.product}»:\n${question.question}`,
      `Ответ магазина:\n${question.answer}`,
    ),
  });
}

/** To the author: moderation removed the text, with the reason. */
export async function mailRemoved(
  ctx: Ctx,
  removed: Told & { kind: 'review' | 'question'; text: string; reason: string },
): Promise<void> {
  const about = await sidesOf(ctx, removed);
  if (!about?.isAuthorActive) return;
  const isReview = removed.kind === 'review';
  const letter: Letter = {
    template: `${removed.kind}-removed`,
    subject: `${isReview ? 'Ваш отзыв удалён' : 'Ваш вопрос удалён'}: «${about.product}»`,
    body: paragraphs(
      `Здравствуйте, ${about.author}!`,
      `Мы удалили ваш ${isReview ? 'отзыв' : 'вопрос'} о товаре «${about.product}»:\n${removed.text}`,
      `Причина: ${removed.reason}`,
    ),
  };
  await send(ctx, { channel: 'mail', to: about.authorEmail, ...letter });
}

async function sidesOf(ctx: Ctx, { shop_id, product_id, user_id }: Told): Promise<Sides | undefined> {
  return ctx.db
    .selectFrom('shops')
    .innerJoin('users as owner', 'owner.id', 'shops.owner_id')
    .innerJoin('products', (join) => join.on('products.id', '=', product_id))
    .innerJoin('users as author', (join) => join.on('author.id', '=', user_id))
    .select([
      ...(['products.name as product', 'shops.name as shop', 'shops.slug', 'owner.id as ownerId'] as const),
      ...(['owner.name as owner', 'owner.email as ownerEmail', 'author.name as author'] as const),
      ...(['author.email as authorEmail', 'author.is_active as isAuthorActive'] as const),
    ])
    .where('shops.id', '=', shop_id)
    .executeTakeFirst();
}

const linkTo = (ctx: Ctx, slug: string, family: string) =>
  `${ctx.publicUrl}/admin/${encodeURIComponent(slug)}/${family}`;
