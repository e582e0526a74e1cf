import { questions } from '@/contract/feedback/questions';
import type { AnsweredMany } from '@/contract/feedback/questions/schema';
import { answerSchema } from '@/contract/feedback/questions/schema';
import type { UserCtx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import { targetOf } from '@/server/core/resource/bulk';
import type { AnyDb, JsonRecord } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';
import { questionOptions, questionsService } from './questions';

/** Bounds the number of emails per request. */
const maxAtOnce = 100;

/**
 * `POST questions/bulk/answer` {ids | query, answer}: gives one answer to all unanswered questions of the target;
 * answered ones and other shops' are skipped. Throws VALIDATION_FAILED for more than `maxAtOnce`.
 */
export async function answerMany(ctx: UserCtx, body: JsonRecord): Promise<AnsweredMany> {
  const { answer } = await validate(answerSchema, { answer: body.answer });
  const rows = await (ctx.db as AnyDb)
    .selectFrom('questions')
    .select(['id', 'answer'])
    .where((eb) => targetOf(questions, questionOptions, ctx, body, eb))
    .orderBy('id')
    .limit(maxAtOnce + 1)
    .forUpdate()
    .execute();
  if (rows.length > maxAtOnce) rejectValue(Array.isArray(body.ids) ? 'ids' : 'query');
  const waiting = rows.filter((row) => row.answer === null);
  for (const { id } of waiting) await questionsService.update(ctx, String(id), { answer });
  return { done: waiting.length, refused: rows.length - waiting.length };
}
