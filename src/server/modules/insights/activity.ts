import { type RawBuilder, sql } from 'kysely';
import { knownFamilies } from '@/contract/access';
import { limited } from '@/contract/core/areas';
import type { Stub } from '@/contract/core/define';
import { ownValue } from '@/contract/core/own-value';
import { domains } from '@/contract/domains';
import {
  type ActivityChoices,
  type ActivityEntry,
  type ActivityFilter,
  type ActivityPage,
  activityExportLimit,
  activityFilterSchema,
} from '@/contract/insights/activity';
import { type Changes, withoutSecrets } from '@/server/core/audit';
import { startOfDay } from '@/server/core/business-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import { prepared } from '@/server/core/db/prepared';
import type { Cell } from '@/server/core/documents/cells';
import { csvMoment, csvText } from '@/server/core/documents/csv-stream';
import { rejectValue } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/json-record';
import { readWhole } from '@/server/core/numbers';
import { mayUseFamily } from '@/server/core/rights/family-rights';
import { validate } from '@/server/core/validate';
import { loadTexts } from '@/server/core/words';
import { nameValues } from './history-names';
import { nameRecords } from './record-titles';

const maxLines = 100;
const filterKeys = Object.keys(activityFilterSchema.fields);

/**
 * `GET activity`: panel-wide log, newest first; `limit` entries before the `before` cursor, at constant cost. Throws
 * VALIDATION_FAILED.
 */
export async function activityPage(ctx: UserCtx, query: JsonRecord): Promise<ActivityPage> {
  const filter = await readActivityFilter(query);
  const before = query.before === undefined ? null : readWhole('before', query.before);
  const limit =
    query.limit === undefined ? 30 : Math.min(readWhole('limit', query.limit, 1_000_000), maxLines);
  const found = await linesBefore(ctx, filter, before, limit + 1);
  const data = found.slice(0, limit);
  return { data, next: found.length > limit ? (data.at(-1)?.id ?? null) : null };
}

/** Parses the filter of a query, ignoring paging keys. Throws VALIDATION_FAILED. */
async function readActivityFilter(query: JsonRecord): Promise<ActivityFilter> {
  const known = [...filterKeys, 'before', 'limit', 'language'];
  for (const key of Object.keys(query)) if (!known.includes(key)) rejectValue(key);
  const given = Object.entries(pick(query, filterKeys)).filter(([, value]) => value !== '');
  return validate(activityFilterSchema, Object.fromEntries(given));
}

interface Line {
  id: number;
  at: Date;
  action: string;
  ip: string | null;
  family: string;
  row_id: number | null;
  changes: Changes;
  user_id: number | null;
  name: string | null;
  shop: Stub | null;
}

/** Log entries of a filter, before a cursor or from the newest. */
async function linesBefore(
  ctx: Ctx,
  filter: ActivityFilter,
  before: number | null,
  limit: number,
): Promise<ActivityEntry[]> {
  const conditions = [...conditionsOf(filter), ...readable(ctx)];
  // Ordered by time, then id.
  if (before !== null)
    conditions.push(sql`(at, id) < ((select at from audit_log where id = ${before}), ${before}::bigint)`);
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const kept = isPlannedOnce(filter) ? prepared : sql``;
  const { rows } =
    await sql<Line>`select ${kept} l.id, l.at, l.action, l.ip, l.family, l.row_id, l.changes, l.user_id, u.name,
      case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) end as shop
    from (select id, at from audit_log ${where} order by at desc, id desc limit ${sql.lit(limit)}) found
      cross join lateral (select * from audit_log where id = found.id and at = found.at limit 1) l
      left join users u on u.id = l.user_id
      left join shops s on s.id = l.shop_id
    order by l.at desc, l.id desc`.execute(ctx.db);
  const asked = rows.map(({ family, row_id }) => ({ family, id: row_id }));
  const records = await nameRecords(ctx, asked);
  const entries = rows.map(({ family, changes }) => ({ family, changes: withoutSecrets(changes) }));
  const changes = await nameValues(ctx, entries);
  return rows.map(({ user_id, name, at, ...row }, index) => {
    const record = records.get(`${row.family} ${row.row_id}`);
    return {
      ...row,
      at: at.toISOString(),
      user: user_id === null || name === null ? null : { id: user_id, name },
      changes: changes[index] ?? {},
      title: record?.title ?? null,
      path: record ? record.path : (ownValue(pages, row.family) ?? null),
      is_removed: record?.isRemoved ?? false,
    };
  });
}

/** One index fits whatever the values are; planning a scan of every month takes longer than running it. */
const isPlannedOnce = ({ user, shop, family, row }: ActivityFilter): boolean =>
  !row && [user, shop, family].filter(Boolean).length <= 1;

/** Pages of families without a page per record. */
const pages: Record<string, string> = { settings: '/settings' };

/** Whoever a role limits reads of the log what concerns records that the role opens. */
function readable({ user }: Ctx): RawBuilder<unknown>[] {
  if (!user?.permissions.includes(limited)) return [];
  return [sql`family = any(${knownFamilies.filter((family) => mayUseFamily({ user }, family))}::text[])`];
}

function conditionsOf({ user, shop, family, action, row, from, to }: ActivityFilter): RawBuilder<unknown>[] {
  return [
    ...(user ? [sql`user_id = ${user}`] : []),
    ...(shop ? [sql`shop_id = ${shop}`] : []),
    ...(family ? [sql`family = ${family}`] : []),
    ...(action ? [sql`action = ${action}`] : []),
    ...(row ? [sql`row_id = ${row}`] : []),
    ...(from ? [sql`at >= ${startOfDay(from)}`] : []),
    ...(to ? [sql`at < ${startOfDay(to, 1)}`] : []),
  ];
}

/** `GET activity/choices`: distinct family and action pairs by a loose index scan. */
export async function activityChoices(ctx: Ctx): Promise<ActivityChoices> {
  const { rows } = await sql<{ family: string; action: string }>`
    with ${prepared} recursive pairs as (
      (select family, action from audit_log order by family, action limit 1)
      union all
      select next.family, next.action from pairs cross join lateral (select family, action from audit_log l
        where (l.family, l.action) > (pairs.family, pairs.action) order by l.family, l.action limit 1) next
    ) select family, action from pairs`.execute(ctx.db);
  const families = Map.groupBy(rows, ({ family }) => family);
  return {
    families: [...families]
      .filter(([family]) => !ctx.user || mayUseFamily({ user: ctx.user }, family))
      .map(([family, pairs]) => ({ family, actions: pairs.map(({ action }) => action) })),
  };
}

type Word = (path: readonly string[], otherwise: string) => string;

/** Rows in memory at a time. */
const batch = 1000;
const columns = ['at', 'user', 'ip', 'family', 'action', 'row', 'title', 'shop', 'changes'] as const;

/** `GET activity/export`: the filtered log as CSV, newest first. Throws VALIDATION_FAILED. */
export async function exportActivity(ctx: UserCtx, query: JsonRecord): Promise<AsyncIterable<string>> {
  return activityCsv(ctx, await readActivityFilter(query));
}

async function* activityCsv(ctx: Ctx, filter: ActivityFilter): AsyncIterable<string> {
  const find = await loadTexts(ctx.locale, 'common', ...domains);
  const word: Word = (path, otherwise) => find(...path) ?? otherwise;
  yield csvText([columns.map((key) => word(['activity', 'columns', key], key))], ctx.locale, true);
  let before: number | null = null;
  for (let left = activityExportLimit; left > 0; left -= batch) {
    const lines: ActivityEntry[] = await linesBefore(ctx, filter, before, Math.min(batch, left));
    const cells = lines.map((line) => cellsOf(line, word, ctx.locale));
    if (cells.length > 0) yield csvText(cells, ctx.locale);
    before = lines.at(-1)?.id ?? null;
    if (before === null || lines.length < batch) return;
  }
}

function cellsOf(line: ActivityEntry, word: Word, locale: string): Cell[] {
  const { family, action, changes } = line;
  const key = action.replace(':', '-');
  const told = Object.entries(changes).map(([name, [before, after]]) => {
    const field = word([family, 'fields', name], word(['fields', name], name));
    const [was, is] = [written(before), written(after)];
    return was === '' ? `${field}: ${is}` : `${field}: ${was} → ${is}`;
  });
  return [
    csvMoment(line.at, locale),
    line.user?.name ?? word(['history', 'system'], ''),
    line.ip ?? '',
    word(['families', family], family),
    word(['history', 'actions', key], word(['activity', 'actions', key], action)),
    line.row_id === null ? '' : String(line.row_id),
    line.title ?? '',
    line.shop?.name ?? '',
    told.join('; '),
  ];
}

function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(written).join(', ');
  if (typeof value === 'object' && 'id' in value && 'name' in value)
    return value.name === null ? `№\u00a0${String(value.id)}` : String(value.name);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
