import type { Database } from '@/server/core/context';
import type { BuiltShop } from './factories';
import { buildProduct } from './products';
import { buildCompleted } from './refunds';
import type { TestApp } from './server';

type Person = { id: number; name: string; email: string };

/** A product of the shop, and a completed order of the user with it. */
export async function buildPurchase(api: TestApp, customer: Person, shop: Pick<BuiltShop, 'id'>) {
  const product = await buildProduct(api.db, { shop });
  const order = await buildCompleted(api, { customer, lines: [{ shop, product }] });
  return { product, order };
}

/** A review of a published product. */
export async function buildReview(
  db: Database,
  given: {
    user: { id: number };
    shop: Pick<BuiltShop, 'id'>;
    rating?: number;
    comment?: string;
    product?: { id: number };
  },
) {
  const product = given.product ?? (await buildProduct(db, { shop: given.shop }));
  return db
    .insertInto('reviews')
    .values({
      product_id: product.id,
      shop_id: given.shop.id,
      user_id: given.user.id,
      rating: given.rating ?? 5,
      comment: given.comment ?? 'Хорошая вещь',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A question about a published product, by default unanswered. */
export async function buildQuestion(
  db: Database,
  given: { user: { id: number }; shop: Pick<BuiltShop, 'id'>; question?: string; answer?: string },
) {
  const product = await buildProduct(db, { shop: given.shop });
  return db
    .insertInto('questions')
    .values({
      product_id: product.id,
      shop_id: given.shop.id,
      user_id: given.user.id,
      question: given.question ?? 'Подойдёт ли для духовки?',
      answer: given.answer ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An open complaint. */
export async function buildReport(
  db: Database,
  given: { user: { id: number }; type?: 'Review' | 'Question'; of: { id: number }; message?: string },
) {
  return db
    .insertInto('abusive_reports')
    .values({
      user_id: given.user.id,
      model_type: given.type ?? 'Review',
      model_id: given.of.id,
      message: given.message ?? 'Оскорбляет',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
