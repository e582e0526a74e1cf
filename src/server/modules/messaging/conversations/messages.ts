import { sql } from 'kysely';
import type { Attachment } from '@/contract/core/define';
import type { Page } from '@/contract/core/paging';
import {
  type Message,
  messagesEndpoint,
  messagesPerMinute,
  type Side,
} from '@/contract/messaging/conversations';
import type { messageSchema, seenSchema } from '@/contract/messaging/conversations/schema';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import { withSignedFiles } from '@/server/core/files/file-links';
import { takeFiles } from '@/server/core/files/file-rights';
import type { JsonRecord } from '@/server/core/json-record';
import { toUser } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { isId } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { consume } from '@/server/core/rate-limits';
import { checkList } from '@/server/core/resource/list-query';
import type { Input } from '@/server/core/validate';
import { adminIds, notify, shopPeopleIds } from '../notify';
import {
  conversationAudiences,
  findConversation,
  presentMessage,
  readerSide,
  type StoredConversation,
  type StoredMessage,
  storedMessages,
} from './conversation-rows';

const rules = listRules(messagesEndpoint, { params: ['before', 'after'] });

/**
 * `GET messages/conversations/{id}`: newest first. `before` and `after` are cursors (message ids): the page holds the
 * nearest messages beyond them and its paging describes the remainder, so a thread continues without gaps. Throws
 * NOT_FOUND for another's conversation.
 */
export async function listMessages(ctx: UserCtx, key: string, query: JsonRecord): Promise<Page<Message>> {
  const conversation = await findConversation(ctx, key);
  const checked = checkList(rules, query, ctx);
  const { before, after } = checked.filters;
  const bounds = [
    sql`m.conversation_id = ${conversation.id}`,
    ...(before === undefined ? [] : [sql`m.id < ${idFrom('before', before)}`]),
    ...(after === undefined ? [] : [sql`m.id > ${idFrom('after', after)}`]),
  ];
  const where = sql`where ${sql.join(bounds, sql` and `)}`;
  const isForward = after !== undefined && before === undefined;
  const { rows } = await sql<StoredMessage>`${storedMessages} ${where}
    order by m.id ${isForward ? sql`asc` : sql`desc`}
    limit ${checked.limit} offset ${(checked.page - 1) * checked.limit}`.execute(ctx.db);
  const total = bounds.length === 1 ? conversation.messages_count : await countMessages(ctx, where);
  const signed = await withSignedFiles(ctx, rows, 'attachments');
  const data = signed.map((row) => presentMessage(ctx, conversation, row));
  if (isForward) data.reverse();
  const list = { endpoint: `${messagesEndpoint}/${conversation.id}` };
  return wrapPage(list, checked, query, { data, total });
}

async function countMessages(ctx: UserCtx, where: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from messages m ${where}`.execute(
    ctx.db,
  );
  return Number(rows[0]?.total ?? 0);
}

function idFrom(key: string, text: string): number {
  return isId(text) ? Number(text) : rejectValue(key);
}

/** Rate limit; runs outside the transaction so that refused attempts count. Throws TOO_MANY_REQUESTS. */
export async function limitMessages(ctx: UserCtx): Promise<void> {
  await consume(ctx, { key: `message:${ctx.user.id}`, hits: messagesPerMinute, minutes: 1 });
}

/**
 * `POST messages/conversations/{id}`. Messages are numbered in commit order; a retry with the same `key` returns the
 * stored message. Throws NOT_FOUND for another's conversation, ACTION_NOT_VALID while the shop is closed.
 */
export async function sendMessage(
  ctx: UserCtx,
  id: string,
  { message: text, key, attachments }: Input<typeof messageSchema>,
): Promise<{ message: Message; isNew: boolean }> {
  const conversation = await findConversation(ctx, id, { lock: true });
  const sent = key ? await findByKey(ctx, conversation, key) : undefined;
  if (sent) return { message: await presentSigned(ctx, conversation, sent), isNew: false };
  if (conversation.is_closed) throw new AppError('ACTION_NOT_VALID');
  const side = readerSide(ctx, conversation);
  const files = await loadAttachments(ctx, attachments);
  const made = await ctx.db
    .insertInto('messages')
    .values({
      conversation_id: conversation.id,
      number: conversation.messages_count + 1,
      user_id: ctx.user.id,
      side,
      body: text,
      attachments: JSON.stringify(files),
      key: key || null,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addUnseen(ctx, conversation, side, made.id);
  await audit(ctx, { family: 'messages', id: made.id, action: 'create', changes: {} });
  await publish(ctx, conversationAudiences(conversation), 'message', {
    conversation_id: conversation.id,
    message_id: made.id,
    user_id: ctx.user.id,
  });
  await notifyUnread(ctx, conversation, side, text || files.map((file) => file.file_name ?? '').join(', '));
  const { rows } = await sql<StoredMessage>`${storedMessages} where m.id = ${made.id}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error(`Message ${made.id} is gone`);
  return { message: await presentSigned(ctx, conversation, row), isNew: true };
}

async function presentSigned(
  ctx: UserCtx,
  conversation: StoredConversation,
  row: StoredMessage,
): Promise<Message> {
  const [signed = row] = await withSignedFiles(ctx, [row], 'attachments');
  return presentMessage(ctx, conversation, signed);
}

async function findByKey(ctx: UserCtx, conversation: StoredConversation, key: string) {
  const { rows } = await sql<StoredMessage>`${storedMessages} where m.conversation_id = ${conversation.id}
    and m.user_id = ${ctx.user.id} and m.key = ${key}`.execute(ctx.db);
  return rows[0];
}

/** Attachments as stored. Throws VALIDATION_FAILED. */
async function loadAttachments(ctx: UserCtx, sent: readonly { id: number }[]): Promise<Attachment[]> {
  const ids = sent.map(({ id }) => id);
  const files = await takeFiles(ctx, ids, { as: 'private' });
  return ids.map((id) => {
    const found = files.get(id);
    if (!found) rejectField('attachments', 'error-file-missing');
    return found.attachment;
  });
}

/** Moves the conversation to the top and increments the other side's unread count. */
async function addUnseen(
  ctx: UserCtx,
  conversation: StoredConversation,
  side: Side,
  messageId: number,
): Promise<void> {
  const unseen = side === 'user' ? 'shop_unseen' : 'user_unseen';
  await ctx.db
    .updateTable('conversations')
    .set((eb) => ({
      last_message_id: messageId,
      messages_count: conversation.messages_count + 1,
      updated_at: ctx.now,
      [unseen]: eb(unseen, '+', 1),
    }))
    .where('id', '=', conversation.id)
    .execute();
}

async function notifyUnread(
  ctx: UserCtx,
  conversation: StoredConversation,
  side: Side,
  text: string,
): Promise<void> {
  const receivers = await receiversOf(ctx, conversation, side === 'user' ? 'shop' : 'user');
  await notify(ctx, { receivers, type: 'message', tracker: conversation.id, text });
}

async function receiversOf(ctx: UserCtx, conversation: StoredConversation, side: Side): Promise<number[]> {
  if (side === 'shop') return shopPeopleIds(ctx, conversation.shop_id, 'feedback');
  if (conversation.kind === 'admin') return adminIds(ctx, 'messages');
  return conversation.user_id === null ? [] : [conversation.user_id];
}

/**
 * `POST messages/seen/{id}`: marks messages as seen up to an id (default: the last), never backwards. Returns how many
 * became seen.
 */
export async function markSeen(
  ctx: UserCtx,
  id: string,
  { message_id }: Input<typeof seenSchema>,
): Promise<number> {
  const conversation = await findConversation(ctx, id, { lock: true });
  const side = readerSide(ctx, conversation);
  const last = conversation.last_message_id ?? 0;
  const upTo = Math.min(message_id ?? last, last);
  const [seenKey, unseenKey] =
    side === 'user' ? (['user_seen_id', 'user_unseen'] as const) : (['shop_seen_id', 'shop_unseen'] as const);
  await markBellRead(ctx, conversation.id);
  if (upTo <= conversation[seenKey]) return 0;
  const { rows } = await sql<{ unseen: number }>`select count(*)::int as unseen from messages
    where conversation_id = ${conversation.id} and id > ${upTo} and side <> ${side}`.execute(ctx.db);
  const unseen = rows[0]?.unseen ?? 0;
  await ctx.db
    .updateTable('conversations')
    .set({ [seenKey]: upTo, [unseenKey]: unseen })
    .where('id', '=', conversation.id)
    .execute();
  const changed = conversation[unseenKey] - unseen;
  if (changed > 0)
    await publish(ctx, conversationAudiences(conversation), 'seen', {
      conversation_id: conversation.id,
      side,
      message_id: upTo,
    });
  return changed;
}

async function markBellRead(ctx: UserCtx, conversationId: number): Promise<void> {
  const read = await ctx.db
    .updateTable('notify_logs')
    .set({ is_read: true, read_at: ctx.now })
    .where('receiver', '=', ctx.user.id)
    .where('notify_type', '=', 'message')
    .where('notify_tracker', '=', String(conversationId))
    .where('is_read', '=', false)
    .returning('id')
    .execute();
  for (const { id } of read)
    await publish(ctx, [toUser(ctx.user.id)], 'notification', { id, change: 'read' });
}
