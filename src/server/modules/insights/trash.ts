import { sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import {
  neverPurged,
  type TrashCount,
  type TrashEntry,
  type TrashFamily,
  trashCountLimit,
  trashFamilies,
} from '@/contract/insights/activity';
import type { Ctx, UserCtx } from '@/server/core/context';
import { listAsMeant, saysIn } from '@/server/core/db/search';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { Services } from '@/server/core/module';
import { readPathId } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { type CheckedList, checkList } from '@/server/core/resource/list-query';
import { maskText, soughtContact } from '@/server/core/rights/contacts';
import { assertFamily, mayUseFamily } from '@/server/core/rights/family-rights';
import { familyTable, tableFamily, titleExpression } from './record-titles';

const rules = listRules('trash', {
  params: ['family'],
  search: { title: 'like' },
  defaultSort: { orderBy: 'deleted_at', sortedBy: 'desc' },
});

const familiesOf = (ctx: UserCtx) => trashFamilies.filter((family) => mayUseFamily(ctx, family));

/** Limit of deep paging; beyond it a filter is required. */
const maxPages = 200;

/** `GET trash`: removed rows of all families or one, newest first. Throws VALIDATION_FAILED. */
export async function listTrash(ctx: UserCtx, query: JsonRecord): Promise<Page<TrashEntry>> {
  const checked = checkList(rules, query, ctx);
  if (checked.page > maxPages) rejectValue('page');
  const asked = checked.filters.family;
  const family = trashFamilies.find((one) => one === asked);
  if (asked && !family) rejectValue('family');
  if (family) assertFamily(ctx, family);
  const families = family ? [family] : familiesOf(ctx);
  if (families.length === 0) return wrapPage(rules, checked, query, { data: [], total: 0 });
  const page = await listAsMeant(rules, checked, (read) => removedAsked(ctx, families, read));
  return wrapPage(rules, checked, query, page);
}

async function removedAsked(ctx: UserCtx, families: readonly TrashFamily[], checked: CheckedList) {
  const offset = (checked.page - 1) * checked.limit;
  const ofEach = families.map((one) => removedOf(ctx, one, checked, offset + checked.limit));
  const { rows } = await sql<Omit<TrashEntry, 'deleted_at'> & { deleted_at: Date }>`
    select f.family, f.id, f.title, f.deleted_at,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as user
    from (select * from (${sql.join(ofEach, sql` union all `)}) each
      order by deleted_at desc, id desc limit ${checked.limit} offset ${offset}) f
    left join lateral (select user_id from audit_log l where l.family = f.family and l.row_id = f.id
      and l.action = 'remove' order by l.id desc limit 1) log on true
    left join users u on u.id = log.user_id
    order by f.deleted_at desc, f.id desc`.execute(ctx.db);
  const counts = await countTrash(ctx, families, checked);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const data = rows.map((row) => ({
    ...row,
    title: maskText(ctx, row.title),
    deleted_at: row.deleted_at.toISOString(),
  }));
  const isEstimate = counts.some(({ count }) => count >= trashCountLimit);
  return { data, total, isEstimate };
}

/** `GET trash/families`: removed rows per family; empty families are left out. */
export async function trashCounts(ctx: UserCtx): Promise<TrashCount[]> {
  const families = familiesOf(ctx);
  if (families.length === 0) return [];
  return (await countTrash(ctx, families, { search: [] })).filter(({ count }) => count > 0);
}

/** `POST trash/{family}/{id}/restore`, by the family's own restore. Throws NOT_FOUND, RESTORE_FIRST. */
export async function restoreFromTrash(
  ctx: UserCtx,
  services: Services,
  name: string,
  id: string,
): Promise<void> {
  const family = familyNamed(name);
  assertFamily(ctx, family, 'write');
  await services[family].restore(ctx, String(readPathId(id)));
}

/** `DELETE trash/{family}/{id}` with the id as `confirmation`. Throws NOT_FOUND, VALIDATION_FAILED, IN_USE. */
export async function purgeFromTrash(
  ctx: UserCtx,
  services: Services,
  { name, id, body }: { name: string; id: string; body: JsonRecord },
): Promise<void> {
  const family = familyNamed(name);
  assertFamily(ctx, family, 'write');
  if (neverPurged.includes(family)) throw new AppError('ACTION_NOT_VALID');
  await services[family].purge(ctx, readPathId(id), body.confirmation, tableFamily);
}

function familyNamed(name: string): TrashFamily {
  const family = trashFamilies.find((one) => one === name);
  if (!family) throw new AppError('NOT_FOUND');
  return family;
}

type Sought = Pick<CheckedList, 'search' | 'reading'>;

/** Families whose title is a contact. */
const titledByContact: readonly TrashFamily[] = ['newsletter-subscribers'];

function saying(ctx: Ctx, family: TrashFamily, { search, reading }: Sought) {
  if (search.length === 0) return sql``;
  const one = (word: string) =>
    titledByContact.includes(family)
      ? soughtContact(ctx, titleExpression(family), word)
      : saysIn(titleExpression(family), word, reading);
  return sql` and ${sql.join(
    search.map(({ value }) => one(value)),
    sql` and `,
  )}`;
}

const removedOf = (ctx: Ctx, family: TrashFamily, checked: Sought, limit: number) => sql`
  (select ${family}::text as family, id, ${titleExpression(family)} as title, deleted_at from ${sql.table(familyTable(family))}
    where deleted_at is not null${saying(ctx, family, checked)} order by deleted_at desc, id desc limit ${limit})`;

async function countTrash(
  ctx: Ctx,
  families: readonly TrashFamily[],
  checked: Sought,
): Promise<TrashCount[]> {
  const counts = families.map(
    (family) => sql`select ${family}::text as family, count(*)::int as count from (select 1
      from ${sql.table(familyTable(family))} where deleted_at is not null${saying(ctx, family, checked)}
      limit ${sql.lit(trashCountLimit)}) removed`,
  );
  return (await sql<TrashCount>`${sql.join(counts, sql` union all `)}`.execute(ctx.db)).rows;
}
