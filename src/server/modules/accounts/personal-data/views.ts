import { sql } from 'kysely';
import type { PersonalDataView } from '@/contract/accounts/personal-data';
import { maximumLimit, type Page } from '@/contract/core/paging';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { readPathId } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';

const rules = listRules('personal-data/views', { params: ['user_id'] });

interface View {
  kind: PersonalDataView['kind'];
  family: string;
  rowId: number | null;
  subjectId: number | null;
  field?: string;
  reason?: string | null;
}

/** Keeps who looked at what, in the transaction of the look itself. */
export async function noteView(
  ctx: UserCtx,
  { kind, family, rowId, subjectId, field, reason }: View,
): Promise<void> {
  await ctx.db
    .insertInto('personal_data_views')
    .values({
      at: ctx.now,
      user_id: ctx.user.id,
      ip: ctx.ip,
      kind,
      family,
      row_id: rowId,
      subject_id: subjectId,
      field: field ?? null,
      reason: reason ?? null,
    })
    .execute();
}

const hour = 3600_000;

/** Keeps that a person of the team opened the record of another one; once an hour. */
export async function noteOpened(ctx: Ctx, id: number): Promise<void> {
  const { user } = ctx;
  if (!user || !isAdmin(ctx) || user.id === id) return;
  const since = new Date(ctx.now.getTime() - hour);
  await sql`insert into personal_data_views (at, user_id, ip, kind, family, row_id, subject_id)
    select ${ctx.now}, ${user.id}, ${ctx.ip}, 'open', 'users', ${id}, ${id}
    where not exists (select from personal_data_views where subject_id = ${id} and user_id = ${user.id}
      and kind = 'open' and at > ${since})`.execute(ctx.db);
}

/**
 * `GET personal-data/views?user_id=`: who looked at the contacts of a person, newest first. Lists that were taken out since
 * the person is here are named, too: each may have contained them. Throws NOT_FOUND.
 */
export async function listViews(ctx: UserCtx, query: JsonRecord): Promise<Page<PersonalDataView>> {
  const checked = checkList(rules, query, ctx);
  const person = await ctx.db
    .selectFrom('users')
    .select(['id', 'created_at'])
    .where('id', '=', readPathId(checked.filters.user_id))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const found = ctx.db
    .selectFrom('personal_data_views as v')
    .where((eb) =>
      eb.or([
        eb('v.subject_id', '=', person.id),
        eb.and([eb('v.kind', '=', 'export'), eb('v.at', '>=', person.created_at)]),
      ]),
    );
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const limit = Math.min(checked.limit, maximumLimit);
  const rows = await found
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .select([
      'v.id',
      'v.at',
      'v.kind',
      'v.family',
      'v.row_id',
      'v.field',
      'v.reason',
      'u.id as viewer',
      'u.name',
    ])
    .orderBy('v.id', 'desc')
    .limit(limit)
    .offset((checked.page - 1) * limit)
    .execute();
  const data = rows.map(({ viewer, name, at, kind, field, ...row }) => ({
    ...row,
    at: at.toISOString(),
    kind: kind as PersonalDataView['kind'],
    field: field as PersonalDataView['field'],
    user: { id: viewer, name },
  }));
  return wrapPage(rules, checked, query, { data, total: Number(total) });
}

const keptYears = 3;

/** Deletes what nobody may ask about any more: claims end after three years. */
export async function forgetViews({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const since = new Date(now.getTime() - keptYears * 365 * 24 * hour);
  await db.deleteFrom('personal_data_views').where('at', '<', since).execute();
}
