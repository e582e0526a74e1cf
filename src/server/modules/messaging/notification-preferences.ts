import { type NotificationPreferences, preferencesSchema } from '@/contract/messaging/notifications/schema';
import { audit, changesBetween } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { validate } from '@/server/core/validate';

const defaults: NotificationPreferences = { muted: [], message_mail: true, digest: 'off', digest_hour: 9 };

/** `GET notification-preferences`: the caller's own. */
export async function getPreferences(ctx: UserCtx): Promise<NotificationPreferences> {
  const row = await ctx.db
    .selectFrom('notification_preferences')
    .select(['muted', 'message_mail', 'digest', 'digest_hour'])
    .where('user_id', '=', ctx.user.id)
    .executeTakeFirst();
  // Validated on write.
  return row ? (row as NotificationPreferences) : defaults;
}

/** `PUT notification-preferences`: missing fields keep their values. Throws VALIDATION_FAILED. */
export async function savePreferences(ctx: UserCtx, body: JsonRecord): Promise<NotificationPreferences> {
  const before = await getPreferences(ctx);
  // Over the stored row: what was not sent stays.
  const input = await validate(preferencesSchema, { ...before, ...body });
  const after = { ...input, muted: [...new Set(input.muted)] };
  const changes = changesBetween({ ...before }, after);
  if (Object.keys(changes).length === 0) return before;
  const values = { ...after, updated_at: ctx.now };
  // The first digest covers only what happens after it was enabled.
  const isNew = before.digest === 'off' && values.digest !== 'off';
  await ctx.db
    .insertInto('notification_preferences')
    .values({ ...values, user_id: ctx.user.id, digest_sent_at: isNew ? ctx.now : null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ ...values, ...(isNew && { digest_sent_at: ctx.now }) }),
    )
    .execute();
  await audit(ctx, { family: 'notification-preferences', id: ctx.user.id, action: 'update', changes });
  return getPreferences(ctx);
}
