import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { exactTotalLimit, type Page } from '@/contract/core/paging';
import {
  type MessageState,
  messageChannels,
  messageStates,
  type OutboxLetter,
} from '@/contract/settings/outside';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { parseId } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { askedPairs, checkList } from '@/server/core/resource/list-query';
import { maskContacts, soughtContact } from '@/server/core/rights/contacts';
import { patienceHours } from './outbox';

const rules = listRules('outside/outbox', { search: { state: 'eq', channel: 'eq', recipient: 'like' } });

const columns = sql`id, channel, recipient, template, subject, attempts, created_at, next_at, sent_at, failed_at,
  expires_at, last_error`;

/** Each condition has its own index. */
const states: Record<MessageState, RawBuilder<SqlBool>> = {
  waiting: sql`sent_at is null and failed_at is null`,
  sent: sql`sent_at is not null`,
  failed: sql`failed_at is not null and (expires_at is null or expires_at > failed_at)`,
  expired: sql`failed_at is not null and expires_at <= failed_at`,
};

/** The state of a row of `outbox` as text. */
export const messageStateSql = sql<MessageState>`case ${sql.join(
  messageStates.map((state) => sql`when ${states[state]} then ${sql.lit(state)}`),
  sql` `,
)} end`;

const isFailed = sql<SqlBool>`sent_at is null and failed_at is not null`;

/** `GET outside/outbox`: emails and SMS without their texts, newest first. Throws VALIDATION_FAILED. */
export async function listOutboxMessages(ctx: UserCtx, query: JsonRecord): Promise<Page<OutboxLetter>> {
  const checked = checkList(rules, query, ctx);
  const conditions = askedPairs(checked).map(({ key, value }) => conditionOf(ctx, key, value));
  const where = sql.join([sql`true`, ...conditions], sql` and `);
  const direction = checked.sortedBy === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<OutboxRow>`select ${columns} from outbox where ${where} order by id ${direction}
    limit ${checked.limit} offset ${(checked.page - 1) * checked.limit}`.execute(ctx.db);
  const total = await countUpTo(ctx, where);
  return wrapPage(rules, checked, query, {
    data: maskContacts(ctx, rows.map(present)),
    total,
    isEstimate: total >= exactTotalLimit,
  });
}

/** Messages per state, counted up to `exactTotalLimit`. */
export async function countOutboxMessages(ctx: Pick<UserCtx, 'db'>): Promise<Record<MessageState, number>> {
  const counts: Record<MessageState, number> = { waiting: 0, sent: 0, failed: 0, expired: 0 };
  for (const state of messageStates) counts[state] = await countUpTo(ctx, states[state]);
  return counts;
}

/**
 * `POST outside/outbox/{id}/retry`: schedules a message for another 24 hours. Throws NOT_FOUND, and ACTION_NOT_VALID
 * for a sent, waiting or expired one.
 */
export async function retryOutboxMessage(ctx: UserCtx, key: unknown): Promise<OutboxLetter> {
  const id = parseId(key);
  await ctx.db
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const [row] = await retry(ctx, sql<SqlBool>`id = ${id}`);
  if (!row) throw new AppError('ACTION_NOT_VALID');
  return maskContacts(ctx, present(row));
}

/** `POST outside/outbox/retry`: retries all failed messages. Returns the count. */
export async function retryOutboxMessages(ctx: UserCtx): Promise<{ count: number }> {
  return { count: (await retry(ctx, sql<SqlBool>`true`)).length };
}

/** `expires_at` is checked again: a message may have expired after it failed. */
async function retry(ctx: UserCtx, which: RawBuilder<SqlBool>): Promise<OutboxRow[]> {
  const until = new Date(ctx.now.getTime() + patienceHours * 3600_000);
  const { rows } = await sql<OutboxRow>`update outbox
    set failed_at = null, attempts = 0, next_at = ${ctx.now}, give_up_at = ${until}
    where ${isFailed} and (expires_at is null or expires_at > ${ctx.now}) and ${which}
    returning ${columns}`.execute(ctx.db);
  for (const { id } of rows) await audit(ctx, { family: 'outbox', id, action: 'retry', changes: {} });
  if (rows.length > 0) await sql`select pg_notify('gostiny_outbox', '')`.execute(ctx.db);
  return rows;
}

async function countUpTo({ db }: Pick<UserCtx, 'db'>, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total
    from (select 1 from outbox where ${where} limit ${exactTotalLimit}) counted`.execute(db);
  return rows[0]?.total ?? 0;
}

function conditionOf(ctx: UserCtx, key: string, value: string): RawBuilder<SqlBool> {
  const state = messageStates.find((one) => one === value);
  if (key === 'state' && state) return sql<SqlBool>`(${states[state]})`;
  if (key === 'channel' && messageChannels.some((one) => one === value)) {
    return sql<SqlBool>`channel = ${value}`;
  }
  if (key === 'recipient') return soughtContact(ctx, sql.ref('recipient'), value);
  rejectValue(key || 'search');
}

interface OutboxRow extends Omit<OutboxLetter, 'state' | 'created_at' | 'next_at' | 'sent_at'> {
  created_at: Date;
  next_at: Date;
  sent_at: Date | null;
  failed_at: Date | null;
  expires_at: Date | null;
}

function present(row: OutboxRow): OutboxLetter {
  const { failed_at: _failed, expires_at: _expires, next_at, ...shown } = row;
  const state = stateOf(row);
  return {
    ...shown,
    state,
    created_at: row.created_at.toISOString(),
    next_at: state === 'waiting' ? next_at.toISOString() : null,
    sent_at: row.sent_at?.toISOString() ?? null,
  };
}

function stateOf({ sent_at, failed_at, expires_at }: OutboxRow): MessageState {
  if (sent_at) return 'sent';
  if (!failed_at) return 'waiting';
  return expires_at && expires_at <= failed_at ? 'expired' : 'failed';
}
