import { sql } from 'kysely';
import { contactMessages } from '@/contract/messaging/contact-messages';
import type { contactAnswerSchema, contactUsSchema } from '@/contract/messaging/contact-messages/schema';
import { audit, lastChange } from '@/server/core/audit';
import { prepareConsent } from '@/server/core/consent';
import type { Ctx, UserCtx } from '@/server/core/context';
import { insertRow, lockRow, updateRow } from '@/server/core/db/rows';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { toAdmins } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { isOutdated, readPathId } from '@/server/core/numbers';
import { consume, identifyRequester } from '@/server/core/rate-limits';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { inTransaction } from '@/server/core/transaction';
import type { Input } from '@/server/core/validate';
import * as emails from '../emails';
import { send } from '../outbox';

const engine = resourceService(contactMessages, {
  table: 'contact_messages',
  contacts: ['email'],
  include: {
    answerer: (_ctx, ids) => sql`select m.id, jsonb_build_object('id', u.id, 'name', u.name) as value
      from contact_messages m join users u on u.id = m.answered_by where m.id = any(${ids})`,
  },
});

/** What a person wrote: nobody changes it. */
const written = ['subject', 'name', 'email', 'description'] as const;

/** Messages of the contact form; administrators answer by e-mail and mark them as done. */
export const contactMessagesService: ResourceService = {
  ...engine,
  create: async (ctx, body) => publishChanged(ctx, await engine.create(ctx, body)),
  async update(ctx, key, body) {
    const before = await engine.get(ctx, key);
    const changed = written.find((field) => field in body && body[field] !== before[field]);
    if (changed) rejectValue(changed);
    return publishChanged(ctx, await engine.update(ctx, key, body));
  },
  restore: async (ctx, key) => publishChanged(ctx, await engine.restore(ctx, key)),
  remove: async (ctx, key) => {
    await engine.remove(ctx, key);
    await publishChange(ctx, 0);
  },
  bulkRemove: async (ctx, body) => publishMany(ctx, await engine.bulkRemove(ctx, body)),
  bulkUndo: async (ctx, id) => publishMany(ctx, await engine.bulkUndo(ctx, id)),
};

const maxPerHour = 10;

/**
 * `POST contact-us`, for everybody (rules/messaging: a contact form is a message, not an e-mail). The text is kept once,
 * in the row: the log has none. Throws TOO_MANY_REQUESTS after ten in an hour from one network or person.
 */
export async function writeToUs(
  ctx: Ctx,
  { accepts_personal_data, ...message }: Input<typeof contactUsSchema>,
): Promise<{ message: string; success: boolean }> {
  await consume(ctx, { key: `contact-us:${identifyRequester(ctx)}`, hits: maxPerHour, minutes: 60 });
  const consent = accepts_personal_data ? JSON.stringify(await prepareConsent(ctx)) : null;
  await inTransaction(ctx, async (txCtx) => {
    await publishChange(txCtx, await insertRow(txCtx, 'contact_messages', { ...message, consent }));
  });
  return { message: 'EMAIL_SENT_SUCCESSFUL', success: true };
}

/**
 * `POST contact-messages/{id}/answer`: e-mails the answer and marks the message as done. Throws NOT_FOUND, CONFLICT, and
 * ACTION_NOT_VALID for an answered one: the conversation goes on by e-mail.
 */
export async function answerMessage(
  ctx: UserCtx,
  key: string,
  { answer }: Input<typeof contactAnswerSchema>,
  version: unknown,
): Promise<JsonRecord> {
  const id = readPathId(key);
  const row = await lockRow(ctx, 'contact_messages', id);
  if (row.answer !== null) throw new AppError('ACTION_NOT_VALID');
  if (isOutdated(version, row.version)) {
    const changed = await lastChange(ctx, contactMessages.name, id);
    throw new AppError('CONFLICT', { current: await engine.get(ctx, key), changed });
  }
  await updateRow(ctx, 'contact_messages', id, {
    answer,
    answered_by: ctx.user.id,
    answered_at: ctx.now,
    is_done: true,
  });
  const { name, email, subject } = row;
  await send(ctx, { channel: 'mail', to: email, ...emails.contactAnswer({ name, subject, answer }) });
  const changes = { is_done: [row.is_done, true] as [unknown, unknown] };
  await audit(ctx, { family: contactMessages.name, id, action: 'answer', changes });
  return publishChanged(ctx, await engine.get(ctx, key));
}

/** The menu shows at most 99, so counting stops there. */
const enough = 100;

/** Messages that wait for an administrator. */
export async function countOpenMessages({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select 1 from contact_messages where deleted_at is null and not is_done limit ${sql.lit(enough)}) open`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

const publishChange = (ctx: Ctx, id: number) =>
  publish(ctx, [toAdmins('messages')], 'feedback', { family: 'contact-messages', id });

async function publishChanged(ctx: Ctx, row: JsonRecord): Promise<JsonRecord> {
  await publishChange(ctx, Number(row.id));
  return row;
}

async function publishMany<Answer>(ctx: Ctx, answer: Answer): Promise<Answer> {
  await publishChange(ctx, 0);
  return answer;
}
