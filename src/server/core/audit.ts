import type { AnyObject, ObjectSchema } from 'yup';
import type { LastChange } from '@/contract/core/errors';
import { canonicalJson } from '@/server/core/json-record';
import type { Ctx } from './context';

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
