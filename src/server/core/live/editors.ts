import { sql } from 'kysely';
import { maxEditedRecords, presenceKeptSeconds } from '@/contract/core/presence';
import type { UserCtx } from '../context';
import { toUser } from './audiences';
import { publish } from './publish';

export interface EditedRecord {
  family: string;
  id: number;
}

interface Editor {
  id: number;
  name: string;
}

/** Records that the user has the record's form open, notifies the others if that is new, and returns them. */
export async function keepEditing(ctx: UserCtx, record: EditedRecord): Promise<Editor[]> {
  const editors = await editorsOf(ctx, record);
  const others = editors.filter(({ id }) => id !== ctx.user.id);
  await ctx.db
    .insertInto('record_editors')
    .values({ user_id: ctx.user.id, family: record.family, record_id: record.id, seen_at: ctx.now })
    .onConflict((row) => row.columns(['family', 'record_id', 'user_id']).doUpdateSet({ seen_at: ctx.now }))
    .execute();
  if (others.length === editors.length) {
    await forgetOldest(ctx);
    await publish(ctx, audienceOf(others), 'presence', record);
  }
  return others;
}

/** Records that the user closed the record's form, and notifies the others. */
export async function endEditing(ctx: UserCtx, record: EditedRecord): Promise<void> {
  const editors = await editorsOf(ctx, record);
  await ctx.db
    .deleteFrom('record_editors')
    .where('user_id', '=', ctx.user.id)
    .where('family', '=', record.family)
    .where('record_id', '=', record.id)
    .execute();
  // The user gets the event, too: another of their windows may still have the form open and will report it again.
  if (editors.some(({ id }) => id === ctx.user.id))
    await publish(ctx, audienceOf(editors), 'presence', record);
}

const audienceOf = (editors: readonly Editor[]) => editors.map(({ id }) => toUser(id));

/** Each of them had permission to change the record within the last seconds. */
function editorsOf(ctx: UserCtx, { family, id }: EditedRecord): Promise<Editor[]> {
  return ctx.db
    .selectFrom('record_editors')
    .innerJoin('users', 'users.id', 'record_editors.user_id')
    .select(['users.id', 'users.name'])
    .where('family', '=', family)
    .where('record_id', '=', id)
    .where('seen_at', '>', new Date(ctx.now.getTime() - presenceKeptSeconds * 1000))
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
}

/** Skips rows that another request of the same person holds: waiting for them could deadlock. */
async function forgetOldest({ db, user }: UserCtx): Promise<void> {
  await sql`with oldest as materialized (select user_id, family, record_id from record_editors
      where user_id = ${user.id} order by seen_at desc, family, record_id
      offset ${sql.lit(maxEditedRecords)} for update skip locked)
    delete from record_editors using oldest where record_editors.user_id = oldest.user_id
      and record_editors.family = oldest.family and record_editors.record_id = oldest.record_id`.execute(db);
}
