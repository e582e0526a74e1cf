import type { Ctx } from '@/server/core/context';
import { type Email, greeting, paragraphs } from '@/server/modules/messaging/email-text';
import { eventOn } from '@/server/modules/messaging/event-switches';
import { send } from '@/server/modules/messaging/outbox';

/** Emails about reviews and questions, written in the transaction of their event. */

interface FeedbackRef {
  id: number;
  shop_id: number;
  product_id: number;
  user_id: number;
}

interface Participants {
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
export const mailReview = (ctx: Ctx, review: FeedbackRef & { rating: number; comment: string }) =>
  mailOwner(ctx, 'createReview', review, ({ product, shop, slug, owner, author }) => ({
    template: 'review-created',
    subject: `Новый отзыв: «${product}»`,
    body: paragraphs(
      greeting(owner),
      `${author} пишет о товаре «${product}» магазина «${shop}»:`,
      `${stars(review.rating)}\n${review.comment}`,
      `Все отзывы магазина:\n${linkTo(ctx, slug, 'reviews')}`,
    ),
  }));

/** To the shop owner: a new question. */
export const mailQuestion = (ctx: Ctx, question: FeedbackRef & { question: string }) =>
  mailOwner(ctx, 'createQuestion', question, ({ product, shop, slug, owner, author }) => ({
    template: 'question-created',
    subject: `Новый вопрос: «${product}»`,
    body: paragraphs(
      greeting(owner),
      `${author} спрашивает о товаре «${product}» магазина «${shop}»:`,
      question.question,
      `Ответить:\n${linkTo(ctx, slug, 'questions')}`,
    ),
  }));

/** To the asker: the answer. */
export const mailAnswer = (ctx: Ctx, question: FeedbackRef & { question: string; answer: string }) =>
  mailAnswered(ctx, question, ({ product, shop, author }) => ({
    template: 'question-answered',
    subject: `Магазин «${shop}» ответил на ваш вопрос`,
    body: paragraphs(
      greeting(author),
      `Вы спрашивали о товаре «${product}»:\n${question.question}`,
      `Ответ магазина:\n${question.answer}`,
    ),
  }));

/** To the author of a review: the shop's answer. */
export const mailReviewAnswer = (ctx: Ctx, review: FeedbackRef & { comment: string; answer: string }) =>
  mailAnswered(ctx, review, ({ product, shop, author }) => ({
    template: 'review-answered',
    subject: `Магазин «${shop}» ответил на ваш отзыв`,
    body: paragraphs(
      greeting(author),
      `Вы написали о товаре «${product}»:\n${review.comment}`,
      `Ответ магазина:\n${review.answer}`,
    ),
  }));

/** Not about what owners wrote themselves. */
async function mailOwner(
  ctx: Ctx,
  event: 'createReview' | 'createQuestion',
  about: FeedbackRef,
  emailOf: (participants: Participants) => Email,
): Promise<void> {
  if (!(await eventOn(ctx, 'mail', 'vendor', event))) return;
  const participants = await loadParticipants(ctx, about);
  if (!participants || participants.ownerId === about.user_id) return;
  await send(ctx, { channel: 'mail', to: participants.ownerEmail, ...emailOf(participants) });
}

async function mailAnswered(
  ctx: Ctx,
  about: FeedbackRef,
  emailOf: (participants: Participants) => Email,
): Promise<void> {
  if (!(await eventOn(ctx, 'mail', 'customer', 'answerQuestion'))) return;
  const participants = await loadParticipants(ctx, about);
  if (!participants?.isAuthorActive) return;
  await send(ctx, { channel: 'mail', to: participants.authorEmail, ...emailOf(participants) });
}

/** To the author: moderation removed the text, with the reason. */
export async function mailRemoved(
  ctx: Ctx,
  removed: FeedbackRef & { kind: 'review' | 'question'; text: string; reason: string },
): Promise<void> {
  const participants = await loadParticipants(ctx, removed);
  if (!participants?.isAuthorActive) return;
  const isReview = removed.kind === 'review';
  const email: Email = {
    template: `${removed.kind}-removed`,
    subject: `${isReview ? 'Ваш отзыв удалён' : 'Ваш вопрос удалён'}: «${participants.product}»`,
    body: paragraphs(
      greeting(participants.author),
      `Мы удалили ваш ${isReview ? 'отзыв' : 'вопрос'} о товаре «${participants.product}»:\n${removed.text}`,
      `Причина: ${removed.reason}`,
    ),
  };
  await send(ctx, { channel: 'mail', to: participants.authorEmail, ...email });
}

async function loadParticipants(
  ctx: Ctx,
  { shop_id, product_id, user_id }: FeedbackRef,
): Promise<Participants | undefined> {
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
