import { sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import type { voteSchema } from '@/contract/feedback/abusive-reports/schema';
import { audit } from '@/server/core/audit';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { parseId } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { consume } from '@/server/core/rate-limits';
import { checkList } from '@/server/core/resource/list-query';
import type { Input } from '@/server/core/validate';
import { questionsService } from './questions';
import { reviewsService } from './reviews';

const rules = listRules('feedbacks');

interface Vote {
  id: number;
  user_id: number;
  model_type: string;
  model_id: number;
  positive: boolean;
  negative: boolean;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`id, user_id, model_type, model_id, positive, not positive as negative, created_at, updated_at`;

/** Own votes; administrators see all. */
const seenBy = (ctx: UserCtx) => (isAdmin(ctx) ? sql`true` : sql`user_id = ${ctx.user.id}`);

/** `GET feedbacks`. */
export async function listVotes(ctx: UserCtx, query: JsonRecord): Promise<Page<Vote>> {
  const checked = checkList(rules, query, ctx);
  const { rows } = await sql<Vote>`select ${columns} from feedbacks where ${seenBy(ctx)}
    order by id desc limit ${checked.limit} offset ${(checked.page - 1) * checked.limit}`.execute(ctx.db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from feedbacks where ${seenBy(ctx)}`.execute(ctx.db);
  return wrapPage(rules, checked, query, { data: rows, total: counted[0]?.total ?? 0 });
}

/** `GET feedbacks/{id}`. Throws NOT_FOUND for another's. */
export async function getVote(ctx: UserCtx, key: string): Promise<Vote> {
  const id = parseId(key);
  const { rows } =
    await sql<Vote>`select ${columns} from feedbacks where id = ${id} and ${seenBy(ctx)}`.execute(ctx.db);
  if (!rows[0]) throw new AppError('NOT_FOUND');
  return rows[0];
}

/**
 * Rate limit of 60 votes in ten minutes; runs outside the transaction so that refused attempts count. Throws
 * TOO_MANY_REQUESTS.
 */
export async function limitVotes(ctx: UserCtx): Promise<void> {
  await consume(ctx, { key: `vote:${ctx.user.id}`, hits: 60, minutes: 10 });
}

/**
 * `POST feedbacks`: one vote per person and subject, also under concurrency. The opposite vote replaces it, the same
 * vote changes nothing.
 */
export async function vote(
  ctx: UserCtx,
  { model_type, model_id, positive }: Input<typeof voteSchema>,
): Promise<Vote> {
  const service = model_type === 'Review' ? reviewsService : questionsService;
  await service.get(ctx, String(model_id));
  const { rows } = await sql<Vote & { is_new: boolean }>`
    insert into feedbacks as f (user_id, model_type, model_id, positive, created_at, updated_at)
    values (${ctx.user.id}, ${model_type}, ${model_id}, ${Boolean(positive)}, ${ctx.now}, ${ctx.now})
    on conflict on constraint feedbacks_one_a_person do update set positive = excluded.positive,
      updated_at = excluded.updated_at where f.positive <> excluded.positive
    returning ${columns}, xmax = 0 as is_new`.execute(ctx.db);
  const [written] = rows;
  if (written) {
    const { is_new, id } = written;
    const changes: Record<string, [unknown, unknown]> = {
      positive: [is_new ? null : !positive, Boolean(positive)],
    };
    await audit(ctx, { family: 'feedbacks', id, action: is_new ? 'create' : 'update', changes });
  }
  const { rows: own } = await sql<Vote>`select ${columns} from feedbacks where user_id = ${ctx.user.id}
    and model_type = ${model_type} and model_id = ${model_id}`.execute(ctx.db);
  if (!own[0]) throw new AppError('NOT_FOUND');
  return own[0];
}

/** `DELETE feedbacks/{id}`, administrators only. */
export async function removeVote(ctx: UserCtx, key: string): Promise<boolean> {
  const { id, positive } = await getVote(ctx, key);
  await ctx.db.deleteFrom('feedbacks').where('id', '=', id).execute();
  const changes: Record<string, [unknown, unknown]> = { positive: [positive, null] };
  await audit(ctx, { family: 'feedbacks', id, action: 'remove', changes });
  return true;
}
