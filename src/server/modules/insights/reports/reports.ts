import { sql } from 'kysely';
import {
  maxReports,
  type ReportList,
  type ReportPerson,
  type SavedReport,
} from '@/contract/insights/saved-reports';
import { savedReportSchema } from '@/contract/insights/saved-reports/schema';
import { findPageRule } from '@/contract/pages';
import { audit, changesBetween } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { insertRow, updateRow } from '@/server/core/db/rows';
import { inWords } from '@/server/core/db/search';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { lockUser } from '@/server/core/lock-user';
import { isOutdated } from '@/server/core/numbers';
import { checkList, sortKeys } from '@/server/core/resource/list-query';
import { type Input, validate } from '@/server/core/validate';
import type { ViewList } from '@/server/modules/settings/saved-views';
import { listDayKeys } from './report-periods';
import { findReportList, possibleReceivers } from './report-rights';
import { findOwn, ownReports, type ReportRow as Row } from './report-rows';
import { lastRuns } from './report-runs';
import { dueBefore } from './schedule';

const family = 'saved-reports';

type ReportInput = Input<typeof savedReportSchema>;

/** `GET saved-reports`: the user's own. */
export async function listReports(ctx: UserCtx): Promise<SavedReport[]> {
  const rows = await ownReports(ctx)
    .orderBy(inWords(sql.ref('r.name')))
    .orderBy('r.id')
    .execute();
  return presentAll(ctx, rows);
}

/** `GET saved-reports/{id}`. Throws NOT_FOUND for another person's. */
export async function getReport(ctx: UserCtx, key: string): Promise<SavedReport> {
  const [report] = await presentAll(ctx, [await findOwn(ctx, key)]);
  if (!report) throw new AppError('NOT_FOUND');
  return report;
}

/**
 * `POST saved-reports`. Throws VALIDATION_FAILED, FORBIDDEN for a list that the user may not take out, NOT_FOUND for
 * another vendor's shop.
 */
export async function addReport(ctx: UserCtx, body: JsonRecord, input: ReportInput): Promise<SavedReport> {
  const target = await findReportList(ctx, body.family, body.shop_id);
  assertList(target, input);
  await assertReceivers(ctx, target, input.receivers);
  // Serializes the count and the insert.
  await lockUser(ctx, ctx.user.id);
  const { count } = await ctx.db
    .selectFrom('saved_reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', ctx.user.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxReports) rejectField('name', 'error-too-many');
  const id = await insertRow(ctx, 'saved_reports', {
    ...columnsOf(input),
    list: JSON.stringify(input.list),
    user_id: ctx.user.id,
    family: target.name,
    shop_id: target.shopId,
    // The schedule begins with its next moment.
    scheduled_for: ctx.now,
  });
  await audit(ctx, { family, id, action: 'create', changes: changesBetween({}, { ...input }) });
  return getReport(ctx, String(id));
}

/** `PATCH saved-reports/{id}`. Throws NOT_FOUND, VALIDATION_FAILED, and CONFLICT with the current row for a stale edit. */
export async function changeReport(ctx: UserCtx, key: string, body: JsonRecord): Promise<SavedReport> {
  const row = await findOwn(ctx, key, true);
  const [before] = await presentAll(ctx, [row]);
  if (!before) throw new AppError('NOT_FOUND');
  if (isOutdated(body.version, row.version)) throw new AppError('CONFLICT', { current: before });
  const target = await findReportList(ctx, row.family, row.shop_id);
  const sent = ['name', 'period', 'period_key', 'format', 'schedule', 'hour', 'receivers'].filter(
    (one) => one in body,
  );
  const stored = { ...before, receivers: row.receivers };
  const input = await validate(savedReportSchema, {
    ...stored,
    ...Object.fromEntries(sent.map((one) => [one, body[one]])),
  });
  assertList(target, input);
  if ('receivers' in body) await assertReceivers(ctx, target, input.receivers);
  const changes = changesBetween({ ...stored }, { ...columnsOf(input) });
  if (Object.keys(changes).length === 0) return before;
  const isMoved = 'schedule' in changes || 'hour' in changes;
  await updateRow(ctx, 'saved_reports', row.id, {
    ...columnsOf(input),
    // A new schedule begins with its next moment.
    ...(isMoved && { scheduled_for: ctx.now }),
  });
  await audit(ctx, { family, id: row.id, action: 'update', changes });
  return getReport(ctx, key);
}

/** `DELETE saved-reports/{id}`, with its runs and files, without trash. Throws NOT_FOUND. */
export async function removeReport(ctx: UserCtx, key: string): Promise<void> {
  const row = await findOwn(ctx, key, true);
  await ctx.db.deleteFrom('saved_reports').where('id', '=', row.id).execute();
  await audit(ctx, { family, id: row.id, action: 'remove', changes: { name: [row.name, null] } });
}

/** `GET saved-reports/{id}/receivers`: people who may read that list themselves. Throws NOT_FOUND, FORBIDDEN. */
export async function listReceivers(ctx: UserCtx, key: string): Promise<ReportPerson[]> {
  const row = await findOwn(ctx, key);
  await findReportList(ctx, row.family, row.shop_id);
  return possibleReceivers(ctx, row);
}

async function presentAll(ctx: UserCtx, rows: readonly Row[]): Promise<SavedReport[]> {
  const ids = rows.map(({ id }) => id);
  const receiving = rows.flatMap(({ receivers }) => receivers.map(Number));
  const people = await namesOf(ctx, receiving);
  const runs = await lastRuns(ctx, ids);
  const next = await dueBefore(ctx, ids);
  return rows.map(({ shop, shop_slug, shop_id, receivers, list, ...row }) => ({
    ...(row as Pick<SavedReport, 'id' | 'version' | 'family' | 'name'> &
      Pick<SavedReport, 'period' | 'period_key' | 'format' | 'schedule' | 'hour'>),
    // Validated when it was written.
    list: list as unknown as ReportList,
    shop: shop_id === null ? null : { id: shop_id, name: shop ?? '', slug: shop_slug },
    receivers: receivers.map(Number).flatMap((id) => people.get(id) ?? []),
    next_at: next.get(row.id) ?? null,
    last_run: runs.get(row.id) ?? null,
  }));
}

async function namesOf({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Map<number, ReportPerson>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Throws VALIDATION_FAILED for a query, column, page or period that the list does not have. */
function assertList({ list, shopId }: ViewList, { list: asked, period, period_key }: ReportInput): void {
  const { query, columns, address } = asked as ReportList;
  const sorted = query.orderBy === undefined || sortKeys(list).includes(query.orderBy);
  if (!sorted) rejectValue('list.query');
  checkList(list, query);
  const known: { key: string }[] = list.columns;
  if (!columns.every((key) => known.some((column) => column.key === key))) rejectValue('list.columns');
  const [path = ''] = address.split('?');
  if (!findPageRule(path) || (shopId !== null) !== findPageRule(path)?.layout.startsWith('shop'))
    rejectValue('list.address');
  if ((period === null) !== (period_key === null)) rejectValue('period');
  if (period_key !== null && !listDayKeys(list).includes(period_key)) rejectValue('period_key');
}

async function assertReceivers(ctx: UserCtx, target: ViewList, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const possible = await possibleReceivers(ctx, { family: target.name, shop_id: target.shopId });
  if (!ids.every((id) => possible.some((person) => person.id === id))) rejectValue('receivers');
}

function columnsOf({ name, period, period_key, format, schedule, hour, receivers }: ReportInput) {
  return { name, period, period_key, format, schedule, hour, receivers: [...new Set(receivers)] };
}
