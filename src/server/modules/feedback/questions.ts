import { sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import { questions } from '@/contract/feedback/questions';
import { type AnsweredMany, answerSchema, type QuestionInput } from '@/contract/feedback/questions/schema';
import { buildTarget } from '@/server/core/bulk/bulk-service';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { lockUser } from '@/server/core/lock-user';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { AnyDb } from '@/server/core/resource/rows';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { type Input, validate } from '@/server/core/validate';
import { productsById } from '@/server/modules/catalogue/products/list/list-products';
import { productPolicy } from '@/server/modules/catalogue/products/policy';
import { notify, shopPeopleIds } from '@/server/modules/messaging/notify';
import { mailAnswer, mailQuestion } from './emails';
import { publishFeedback } from './feedback-live';
import { feedbackSettings } from './feedback-settings';
import { moderatedService } from './moderated-service';
import { questionPolicy } from './policy';
import { feedbackConditions, feedbackRelations, isOn, presentFeedback } from './presenter';

const questionOptions: ServiceOptions = {
  table: 'questions',
  policy: questionPolicy,
  // Customers ask, and the shop answers: nobody edits a question of their own.
  createPolicy: (ctx) => (eb) => eb('user_id', '=', ctx.user?.id ?? 0),
  immutableFields: ['product_id', 'shop_id', 'question'],
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  include: {
    ...feedbackRelations('questions'),
    answerer: (_ctx, ids) => sql`select q.id, jsonb_build_object('id', u.id, 'name', u.name) as value
      from questions q join users u on u.id = q.answered_by where q.id = any(${ids})`,
  },
  conditions: {
    ...feedbackConditions('questions'),
    answered: (_eb, value) => isOn(value, sql`(answer is not null)`),
  },
  onCreate: async (ctx, input) => subjectOf(ctx, input as QuestionInput),
  onUpdate: (ctx, before, columns) =>
    columns.answer === before.answer ? {} : { answered_by: ctx.user?.id, answered_at: ctx.now },
  present: presentFeedback(['question', 'answer', 'answered_at'], ['answerer']),
};

const engine = resourceService(questions, questionOptions);

/**
 * Customers' questions about products and the shop's answers. The storefront shows answered ones; shop staff and
 * administrators see all.
 */
export const questionsService: ResourceService = {
  ...moderatedService(engine, 'questions', 'Question'),
  async create(ctx, body) {
    const row = await engine.create(ctx, body);
    await notifyShop(ctx, row);
    await publishFeedback(ctx, 'questions', { id: row.id, shop_id: row.shop_id });
    return row;
  },
  async update(ctx, key, body) {
    const { answer } = await validate(answerSchema, { answer: body.answer });
    const { id } = await engine.get(ctx, key);
    // Locked before the comparison, so that of two concurrent equal answers only one sends an email.
    const before = await sql<{ answer: string | null }>`select answer from questions
      where id = ${Number(id)} for update`.execute(ctx.db);
    const row = await engine.update(ctx, key, { answer, version: body.version });
    if (before.rows[0]?.answer !== answer) await notifyAsker(ctx, row, answer);
    await publishFeedback(ctx, 'questions', { id: row.id, shop_id: row.shop_id });
    return row;
  },
  // Every question gets its own answer.
  bulkSet: async () => {
    throw new AppError('ACTION_NOT_VALID');
  },
};

const own = resourceService(
  { ...questions, endpoint: 'my-questions' },
  { ...questionOptions, policy: (ctx) => (eb) => eb('user_id', '=', ctx.user?.id ?? 0) },
);

/** `GET my-questions`, including unanswered ones; products on sale as their lists show them. */
export async function myQuestions(ctx: UserCtx, query: JsonRecord): Promise<Page<JsonRecord>> {
  const page = await own.list(ctx, query);
  const ids = page.data.map(({ product_id }) => Number(product_id));
  const whole = await productsById(ctx, ids);
  const data = page.data.map((row) => ({
    ...row,
    product: whole.get(Number(row.product_id)) ?? row.product,
  }));
  return { ...page, data };
}

/**
 * Author and shop of a new question. Throws NOT_FOUND for a product that is not on sale and
 * MAXIMUM_QUESTION_LIMIT_EXCEEDED. The user lock serializes counting; removed questions count, too (rules/feedback:
 * questions have a limit).
 */
async function subjectOf(ctx: Ctx, { product_id, shop_id }: QuestionInput): Promise<JsonRecord> {
  const user = ctx.user;
  if (!user) throw new AppError('NOT_AUTHENTICATED');
  await lockUser(ctx, user.id);
  const readable = productPolicy(ctx, 'read');
  const product = await ctx.db
    .selectFrom('products')
    .select(['id', 'shop_id'])
    .where('id', '=', product_id)
    .where('deleted_at', 'is', null)
    .where((eb) => readable?.(eb) ?? eb.val(true))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  if (shop_id && shop_id !== product.shop_id) rejectValue('shop_id');
  const { questionLimit } = await feedbackSettings(ctx);
  const { asked } = await ctx.db
    .selectFrom('questions')
    .select(({ fn }) => fn.countAll<number>().as('asked'))
    .where('user_id', '=', user.id)
    .where('product_id', '=', product.id)
    .executeTakeFirstOrThrow();
  if (Number(asked) >= questionLimit) throw new AppError('MAXIMUM_QUESTION_LIMIT_EXCEEDED');
  return { user_id: user.id, shop_id: product.shop_id, answer: null };
}

const idsIn = (row: JsonRecord) => ({
  id: Number(row.id),
  shop_id: Number(row.shop_id),
  product_id: Number(row.product_id),
  user_id: Number(row.user_id),
});

async function notifyShop(ctx: Ctx, row: JsonRecord): Promise<void> {
  const ids = idsIn(row);
  const question = String(row.question);
  const receivers = await shopPeopleIds(ctx, ids.shop_id, 'feedback');
  await notify(ctx, {
    receivers,
    type: 'question',
    tracker: ids.id,
    text: question,
    shopId: ids.shop_id,
  });
  await mailQuestion(ctx, { ...ids, question });
}

async function notifyAsker(ctx: Ctx, row: JsonRecord, answer: string): Promise<void> {
  const ids = idsIn(row);
  await notify(ctx, {
    receivers: [ids.user_id],
    type: 'question',
    event: 'answered',
    tracker: ids.id,
    text: answer,
    shopId: ids.shop_id,
  });
  await mailAnswer(ctx, { ...ids, question: String(row.question), answer });
}

/** Bounds the number of emails per request. */
const maxAtOnce = 100;

/**
 * `POST questions/bulk/answer` {ids | query, answer}; `body` names the questions (`buildTarget`): gives one answer to those
 * without one; answered ones and other shops' are skipped. Throws VALIDATION_FAILED for more than `maxAtOnce`.
 */
export async function answerMany(
  ctx: UserCtx,
  body: JsonRecord,
  { answer }: Input<typeof answerSchema>,
): Promise<AnsweredMany> {
  const rows = await (ctx.db as AnyDb)
    .selectFrom('questions')
    .select(['id', 'answer'])
    .where((eb) => buildTarget(questions, questionOptions, ctx, body, eb))
    .orderBy('id')
    .limit(maxAtOnce + 1)
    .forUpdate()
    .execute();
  if (rows.length > maxAtOnce) rejectValue(Array.isArray(body.ids) ? 'ids' : 'query');
  const waiting = rows.filter((row) => row.answer === null);
  for (const { id } of waiting) await questionsService.update(ctx, String(id), { answer });
  return { done: waiting.length, refused: rows.length - waiting.length };
}
