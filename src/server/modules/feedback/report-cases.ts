import { type RawBuilder, sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import {
  type ReportCase,
  type ReportCaseDetails,
  type ReportedType,
  reportedTypes,
  reportStates,
} from '@/contract/feedback/abusive-reports';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import { checkList, type ListRules } from '@/server/core/http/list-query';
import { type JsonRecord, pageOf } from '@/server/core/resource/query';
import { authorHistory, reportsOf, subjectsOf } from './report-rows';

const rules: ListRules = {
  endpoint: 'abusive_reports/cases',
  columns: [],
  filters: (['state', 'type'] as const).map((key) => ({ key, via: 'param', kind: 'select' })),
  search: {},
  defaultSort: { orderBy: 'created_at', sortedBy: 'asc' },
  translatable: [],
};

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
  const checked = checkList(rules, query);
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
  const found = (
    await Promise.all(
      reportedTypes.map((one) =>
        subjectsOf(
          ctx,
          one,
          rows.filter(({ model_type }) => model_type === one).map(({ model_id }) => model_id),
        ),
      ),
    )
  ).flat();
  const data = rows.flatMap(({ total: _total, ...row }) => {
    const subject = found.find(
      ({ model_type, model_id }) => model_type === row.model_type && model_id === row.model_id,
    );
    return subject ? [{ ...subject, ...row }] : [];
  });
  return pageOf(rules, checked, query, { data, total: rows[0]?.total ?? 0, isEstimate: false });
}

/** `GET abusive_reports/cases/{type}/{id}`: the subject, its complaints and the author's history. */
export async function getCase(ctx: UserCtx, typeText: string, key: string): Promise<ReportCaseDetails> {
  const type = reportedTypes.find((one) => one === typeText);
  if (!type || !/^\d{1,15}$/.test(key)) throw new AppError('NOT_FOUND');
  const [subject] = await subjectsOf(ctx, type, [Number(key)]);
  if (!subject) throw new AppError('NOT_FOUND');
  const reports = await reportsOf(ctx, type, subject.model_id);
  const waiting = reports.filter(({ status }) => status === 'open');
  return {
    ...subject,
    reports,
    reports_count: waiting.length,
    first_reported_at: reports[0]?.created_at ?? null,
    author: subject.user && (await authorHistory(ctx, subject.user.id)),
  };
}
