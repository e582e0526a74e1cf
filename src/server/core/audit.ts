import { sql } from 'kysely';
import type { AnyObject, ObjectSchema } from 'yup';
import type { LastChange } from '@/contract/core/errors';
import { canonicalJson } from '@/server/core/json-record';
import type { Ctx, UserCtx } from './context';

/** `{field: [before, after]}` */
export type Changes = Record<string, [unknown, unknown]>;

/** Writes who did what, when and from where, in the transaction of the write itself. */
export async function audit(
  ctx: Ctx,
  entry: { family: string; id: number | null; action: string; changes: Changes; userId?: number },
): Promise<void> {
  await ctx.db
    .insertInto('audit_log')
    .values({
      at: ctx.now,
      user_id: entry.userId ?? ctx.user?.id ?? null,
      ip: ctx.ip,
      request_id: ctx.requestId,
      family: entry.family,
      row_id: entry.id,
      action: entry.action,
      changes: JSON.stringify(withoutSecrets(entry.changes)),
    })
    .execute();
}

interface RowEntry {
  id: number;
  action: string;
  changes: object;
}

/** The same for many rows of a family, in one statement. Masks no secrets. */
export async function auditRows(ctx: UserCtx, family: string, entries: readonly RowEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`insert into audit_log (at, user_id, ip, request_id, family, row_id, action, changes)
    select ${ctx.now}::timestamptz, ${ctx.user.id}, ${ctx.ip}, ${ctx.requestId}, ${family}, row.id, row.action, row.changes
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as row (id bigint, action text, changes jsonb)`.execute(ctx.db);
}

/** Who last changed a row, and when; undefined when the change was not made by a person. */
export async function lastChange(ctx: Ctx, family: string, id: number): Promise<LastChange | undefined> {
  const row = await ctx.db
    .selectFrom('audit_log')
    .innerJoin('users', 'users.id', 'audit_log.user_id')
    .select(['users.id', 'users.name', 'audit_log.at'])
    .where('audit_log.family', '=', family)
    .where('audit_log.row_id', '=', id)
    .orderBy('audit_log.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { by: { id: row.id, name: row.name }, at: row.at.toISOString() };
}

const secret = /password|secret|token|hash|recovery_?codes|private_?key|api_?key/i;

/** Secrets, also inside objects, are masked: the log shows that they changed, never their values. */
export function withoutSecrets(changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([key, pair]) => [
      key,
      secret.test(key) ? ['•••', '•••'] : [hidden(pair[0]), hidden(pair[1])],
    ]),
  );
}

function hidden(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(hidden);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      secret.test(key) && part !== null ? '•••' : hidden(part),
    ]),
  );
}

/** Differences between two states, for the keys of `after`. */
export function changesBetween(before: Record<string, unknown>, after: Record<string, unknown>): Changes {
  const changes: Changes = {};
  for (const [key, value] of Object.entries(after)) {
    const old = before[key] ?? null;
    if (!isSame(old, value ?? null)) changes[key] = [old, value ?? null];
  }
  return changes;
}

/**
 * Changes made by an edit. A related record that the client sends back as its id, or without the fields the server
 * adds, counts as unchanged. `stored` holds the columns made from the input.
 */
export function diffChanges(
  schema: ObjectSchema<AnyObject>,
  before: Record<string, unknown>,
  sent: Record<string, unknown>,
  stored: Record<string, unknown>,
): Changes {
  const was: Record<string, unknown> = schema.cast(before, { assert: false, stripUnknown: true });
  const touched = changesBetween(was, sent);
  const changes = Object.entries(changesBetween(before, { ...sent, ...stored }));
  return Object.fromEntries(changes.filter(([key]) => key in touched));
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
