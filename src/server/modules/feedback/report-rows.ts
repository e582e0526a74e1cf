import { sql } from 'kysely';
import type {
  AbusiveReport,
  AuthorHistory,
  ReportCase,
  ReportedType,
} from '@/contract/feedback/abusive-reports';
import type { Ctx } from '@/server/core/context';
import { personJson, productJson } from './feedback-rows';

/** Complaints about one subject with reporters and deciders, open ones first. For administrators. */
export async function reportsOf(ctx: Ctx, type: ReportedType, id: number): Promise<AbusiveReport[]> {
  const { rows } = await sql<AbusiveReport>`
    select a.id, a.version, a.created_at, a.updated_at, a.user_id, a.model_type, a.model_id, a.message, a.status,
      a.decision_note, a.decided_at, jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) as "user",
      case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.name) end as decider
    from abusive_reports a join users u on u.id = a.user_id left join users d on d.id = a.decided_by
    where a.model_type = ${type} and a.model_id = ${id} and a.deleted_at is null
    order by (a.status = 'open') desc, a.created_at, a.id`.execute(ctx.db);
  return rows;
}

/** The author's reviews, questions and complaints, removed ones included. For administrators. */
export async function authorHistory(ctx: Ctx, userId: number): Promise<AuthorHistory | null> {
  const { rows } = await sql<AuthorHistory>`
    with own as (
      select 'Review' as type, id, rating, deleted_at from reviews where user_id = ${userId}
      union all select 'Question', id, null, deleted_at from questions where user_id = ${userId}),
    against as (
      select a.status from abusive_reports a join own on own.type = a.model_type and own.id = a.model_id
      where a.deleted_at is null)
    select u.created_at as since,
      (select count(*)::int from own where type = 'Review') as reviews,
      (select count(*)::int from own where type = 'Review' and deleted_at is not null) as reviews_removed,
      (select round(avg(rating), 1)::float from own where type = 'Review') as average_rating,
      (select count(*)::int from own where type = 'Question') as questions,
      (select count(*)::int from own where type = 'Question' and deleted_at is not null) as questions_removed,
      (select count(*)::int from against) as reports_against,
      (select count(*)::int from against where status = 'accepted') as reports_against_accepted,
      (select count(*)::int from abusive_reports where user_id = u.id and deleted_at is null) as reports_by,
      (select count(*)::int from abusive_reports where user_id = u.id and status = 'accepted'
        and deleted_at is null) as reports_by_accepted
    from users u where u.id = ${userId}`.execute(ctx.db);
  return rows[0] ?? null;
}

/** A case without its complaint counts. */
export type CaseSubject = Omit<ReportCase, 'reports_count' | 'first_reported_at'>;

/** Reviews or questions by id for moderation, removed ones included. */
export async function subjectsOf(
  ctx: Ctx,
  type: ReportedType,
  ids: readonly number[],
): Promise<CaseSubject[]> {
  if (ids.length === 0) return [];
  const own =
    type === 'Review'
      ? sql`r.comment as text, r.rating::int, r.photos, null as answer`
      : sql`r.question as text, null as rating, '[]'::jsonb as photos, r.answer`;
  const votes = (isPositive: boolean) => sql`(select count(*)::int from feedbacks f
    where f.model_type = ${type} and f.model_id = r.id and f.positive = ${isPositive})`;
  const { rows } = await sql<CaseSubject>`
    select ${type}::text as model_type, r.id as model_id, ${own}, r.created_at, r.deleted_at, r.moderation_note,
      ${productJson(ctx)} as product, jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) as shop,
      ${personJson} as "user", ${votes(true)} as positive_feedbacks_count, ${votes(false)} as negative_feedbacks_count
    from ${sql.table(type === 'Review' ? 'reviews' : 'questions')} r join products p on p.id = r.product_id
      join shops s on s.id = r.shop_id join users u on u.id = r.user_id
    where r.id = any(${[...ids]}::bigint[])`.execute(ctx.db);
  return rows;
}
