import { type RawBuilder, sql } from 'kysely';
import type { Stub } from '@/contract/core/define';
import {
  type ActivityChoices,
  type ActivityEntry,
  type ActivityFilter,
  type ActivityPage,
  activityFilterSchema,
} from '@/contract/insights/activity';
import { type Changes, withoutSecrets } from '@/server/core/audit';
import { startOfDay } from '@/server/core/business-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';
import { nameRecords } from './record-titles';

const maxLines = 100;
const filterKeys = Object.keys(activityFilterSchema.fields);

/**
 * `GET activity`: panel-wide log, newest first; `limit` entries before the `before` cursor, at constant cost. Throws
 * VALIDATION_FAILED.
 */
export async function activityPage(ctx: UserCtx, query: JsonRecord): Promise<ActivityPage> {
  const filter = await readActivityFilter(query);
  const before = query.before === undefined ? null : whole('before', query.before, Number.MAX_SAFE_INTEGER);
  const limit = query.limit === undefined ? 30 : Math.min(whole('limit', query.limit, 1_000_000), maxLines);
  const found = await linesBefore(ctx, filter, before, limit + 1);
  const data = found.slice(0, limit);
  return { data, next: found.length > limit ? (data.at(-1)?.id ?? null) : null };
}

/** Parses the filter of a query, ignoring paging keys. Throws VALIDATION_FAILED. */
export async function readActivityFilter(query: JsonRecord): Promise<ActivityFilter> {
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
export async function linesBefore(
  ctx: Ctx,
  filter: ActivityFilter,
  before: number | null,
  limit: number,
): Promise<ActivityEntry[]> {
  const conditions = conditionsOf(filter);
  // Ordered by time, then id.
  if (before !== null)
    conditions.push(sql`(at, id) < ((select at from audit_log where id = ${before}), ${before}::bigint)`);
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const { rows } = await sql<Line>`
    select l.id, l.at, l.action, l.ip, l.family, l.row_id, l.changes, l.user_id, u.name,
      case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) end as shop
    from (select id from audit_log ${where} order by at desc, id desc limit ${limit}) found
      join audit_log l on l.id = found.id
      left join users u on u.id = l.user_id
      left join shops s on s.id = l.shop_id
    order by l.at desc, l.id desc`.execute(ctx.db);
  const records = await nameRecords(
    ctx,
    rows.map(({ family, row_id }) => ({ family, id: row_id })),
  );
  return rows.map(({ user_id, name, at, changes, ...row }) => {
    const record = records.get(`${row.family} ${row.row_id}`);
    return {
      ...row,
      at: at.toISOString(),
      user: user_id === null || name === null ? null : { id: user_id, name },
      changes: withoutSecrets(changes),
      title: record?.title ?? null,
      path: record ? record.path : (pages[row.family] ?? null),
      is_removed: record?.isRemoved ?? false,
    };
  });
}

/** Pages of families without a page per record. */
const pages: Record<string, string> = { settings: '/settings' };

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
    with recursive pairs as (
      (select family, action from audit_log order by family, action limit 1)
      union all
      select next.family, next.action from pairs cross join lateral (select family, action from audit_log l
        where (l.family, l.action) > (pairs.family, pairs.action) order by l.family, l.action limit 1) next
    ) select family, action from pairs`.execute(ctx.db);
  const families = Map.groupBy(rows, ({ family }) => family);
  return {
    families: [...families].map(([family, pairs]) => ({
      family,
      actions: pairs.map(({ action }) => action),
    })),
  };
}

function whole(key: string, value: unknown, most: number): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number) || number < 1 || number > most) rejectValue(key);
  return number;
}
