import { type RawBuilder, sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import type { AuthorHistory, ReportCase, ReportCaseDetails } from '@/contract/feedback/abusive-reports';
import {
  type AbusiveReport,
  type ReportedType,
  reportedTypes,
  reportStates,
} from '@/contract/feedback/abusive-reports/schema';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { isId } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import { maskContacts } from '@/server/core/rights/contacts';
import { personJson, productJson } from './presenter';

const rules = listRules('abusive_reports/cases', {
  params: ['state', 'type'],
  defaultSort: { orderBy: 'created_at', sortedBy: 'asc' },
});

interface Grouped {
  model_type: ReportedType;
  model_id: number;
  reports_count: number;
  first_reported_at: string;
  total: number;
}

/**
 * `GET abusive_reports/cases`: complaints grouped by subject. Open cases oldest first, decided ones newest first.
 * `state` defaults to `open`; `type` is one of `reportedTypes`.
 */
export async function listCases(ctx: UserCtx, query: JsonRecord): Promise<Page<ReportCase>> {
  const checked = checkList(rules, query, ctx);
  const { state = 'open', type } = checked.filters;
  if (!reportStates.some((one) => one === state)) rejectValue('state');
  if (type !== undefined && !reportedTypes.some((one) => one === type)) rejectValue('type');
  const ofType = type === undefined ? sql`` : sql`and model_type = ${type}`;
  const order: RawBuilder<unknown> =
    state === 'open' ? sql`first_reported_at, model_id` : sql`max(decided_at) desc, model_id desc`;
  const { rows } = await sql<Grouped>`
    select model_type, model_id, count(*)::int as reports_count, min(created_at) as first_reported_at,
      count(*) over ()::int as total
    from abusive_reports where status = ${state} and deleted_at is null ${ofType}
    group by model_type, model_id order by ${order}
    limit ${checked.limit} offset ${(checked.page - 1) * checked.limit}`.execute(ctx.db);
  const idsOf = (one: ReportedType) =>
    rows.filter(({ model_type }) => model_type === one).map(({ model_id }) => model_id);
  const subjects = await Promise.all(reportedTypes.map((one) => subjectsOf(ctx, one, idsOf(one))));
  const found = subjects.flat();
  const data = rows.flatMap(({ total: _total, ...row }) => {
    const subject = found.find(
      ({ model_type, model_id }) => model_type === row.model_type && model_id === row.model_id,
    );
    return subject ? [{ ...subject, ...row }] : [];
  });
  return wrapPage(rules, checked, query, { data, total: rows[0]?.total ?? 0 });
}

/** `GET abusive_reports/cases/{type}/{id}`: the subject, its complaints and the author's history. */
export async function getCase(ctx: UserCtx, typeText: string, key: string): Promise<ReportCaseDetails> {
  const type = reportedTypes.find((one) => one === typeText);
  if (!type || !isId(key)) throw new AppError('NOT_FOUND');
  const [subject] = await subjectsOf(ctx, type, [Number(key)]);
  if (!subject) throw new AppError('NOT_FOUND');
  const reports = await loadComplaints(ctx, type, subject.model_id);
  const waiting = reports.filter(({ status }) => status === 'open');
  return {
    ...subject,
    reports,
    reports_count: waiting.length,
    first_reported_at: reports[0]?.created_at ?? null,
    author: subject.user && (await authorHistory(ctx, subject.user.id)),
  };
}

/** Complaints about one subject with reporters and deciders, open ones first. For administrators. */
export async function loadComplaints(ctx: Ctx, type: ReportedType, id: number): Promise<AbusiveReport[]> {
  const { rows } = await sql<AbusiveReport>`
    select a.id, a.version, a.created_at, a.updated_at, a.user_id, a.model_type, a.model_id, a.message, a.status,
      a.decision_note, a.decided_at, jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) as "user",
      case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.name) end as decider
    from abusive_reports a join users u on u.id = a.user_id left join users d on d.id = a.decided_by
    where a.model_type = ${type} and a.model_id = ${id} and a.deleted_at is null
    order by (a.status = 'open') desc, a.created_at, a.id`.execute(ctx.db);
  return maskContacts(ctx, rows);
}

/** The author's reviews, questions and complaints, removed ones included. For administrators. */
async function authorHistory(ctx: Ctx, userId: number): Promise<AuthorHistory | null> {
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
async function subjectsOf(ctx: Ctx, type: ReportedType, ids: readonly number[]): Promise<CaseSubject[]> {
  if (ids.length === 0) return [];
  const own =
    type === 'Review'
      ? sql`r.comment as text, r.rating::int, r.photos`
      : sql`r.question as text, null as rating, '[]'::jsonb as photos`;
  const votes = (isPositive: boolean) => sql`(select count(*)::int from feedbacks f
    where f.model_type = ${type} and f.model_id = r.id and f.positive = ${isPositive})`;
  const { rows } = await sql<CaseSubject>`
    select ${type}::text as model_type, r.id as model_id, ${own}, r.answer, r.created_at, r.deleted_at, r.moderation_note,
      ${productJson(ctx)} as product, jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) as shop,
      ${personJson} as "user", ${votes(true)} as positive_feedbacks_count, ${votes(false)} as negative_feedbacks_count
    from ${sql.table(type === 'Review' ? 'reviews' : 'questions')} r join products p on p.id = r.product_id
      join shops s on s.id = r.shop_id join users u on u.id = r.user_id
    where r.id = any(${[...ids]}::bigint[])`.execute(ctx.db);
  return maskContacts(ctx, rows);
}
