import { type SqlBool, sql } from 'kysely';
import { innerQuotes } from '@/contract/core/languages';
import type { Page } from '@/contract/core/paging';
import type { DemoMessage } from '@/contract/messaging/demo-outbox';
import { dailyLimit } from '@/contract/settings/outside';
import { audit } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import { seesContacts } from '@/server/core/rights/contacts';
import { settingsOptions } from '@/server/core/settings';
import type { OutgoingMessage } from './email-text';
import { emailSignature } from './emails';
import { findExcess } from './stranger-limits';

/** Undeliverable messages are given up after this. */
export const patienceHours = 24;

/**
 * Puts an email or SMS into the outbox in the caller's transaction, so that a rolled-back event sends nothing
 * (rules/messaging: nothing is sent before it is true).
 */
export async function send(ctx: Ctx, message: OutgoingMessage): Promise<void> {
  await sendAll(ctx, [message]);
}

const maxAtOnce = 1000;

/** Wakes the sender at commit, so that it need not poll every second. */
const wakeSender = sql`pg_notify('gostiny_outbox', '')`.as('notified');

/**
 * `send` in bulk. What strangers would get too much of is kept as never sent, for the operator to see. Emails get the
 * signature from the settings.
 */
export async function sendAll(ctx: Ctx, messages: readonly OutgoingMessage[]): Promise<void> {
  const excess = await findExcess(ctx, messages);
  const isSigned = messages.some(({ channel }) => channel === 'mail');
  const signature = isSigned ? emailSignature(await settingsOptions(ctx)) : '';
  const rows = messages.map((message) => ({
    ...rowOf(ctx, message, signature),
    ...(excess.has(message) && neverSent(ctx)),
  }));
  for (let first = 0; first < rows.length; first += maxAtOnce) {
    await ctx.db
      .insertInto('outbox')
      .values(rows.slice(first, first + maxAtOnce))
      .returning(wakeSender)
      .execute();
  }
}

function rowOf(ctx: Ctx, { channel, minutes, undo, ...message }: OutgoingMessage, signature: string) {
  return {
    channel,
    recipient: message.to,
    template: message.template,
    subject: message.subject ? innerQuotes(message.subject) : null,
    created_at: ctx.now,
    next_at: undo?.until ?? ctx.now,
    undo_id: undo && !undo.isApproval ? undo.id : null,
    approval_undo_id: undo?.isApproval ? undo.id : null,
    body: innerQuotes(channel === 'mail' ? `${message.body}\n\n${signature}` : message.body),
    give_up_at: later(ctx, patienceHours * 60),
    expires_at: minutes === undefined ? null : later(ctx, minutes),
    order_id: message.orderId ?? null,
    newsletter_id: message.newsletterId ?? null,
    unsubscribe: message.unsubscribe ?? null,
  };
}

/** Expires at once: nothing sends it later, and the people of a shop do not see it at their order. */
const neverSent = ({ now }: Ctx) => ({ failed_at: now, expires_at: now, last_error: dailyLimit });

/** Takes what waits for the time of an undo out of the outbox. False when a message has left. */
export async function withdrawUnsent(
  ctx: Ctx,
  column: 'undo_id' | 'approval_undo_id',
  undos: readonly number[],
): Promise<boolean> {
  await ctx.db
    .deleteFrom('outbox')
    .where(column, 'in', undos)
    .where('sent_at', 'is', null)
    .where('claim', 'is', null)
    .execute();
  const left = await ctx.db
    .selectFrom('outbox')
    .select('id')
    .where(column, 'in', undos)
    .limit(1)
    .executeTakeFirst();
  return left === undefined;
}

/**
 * Sends an e-mail about one of these orders again, unchanged and to the same address. Throws NOT_FOUND for any other,
 * and ACTION_NOT_VALID while it still waits to be sent.
 */
export async function sendAgain(ctx: Ctx, id: number, orderIds: readonly number[]): Promise<void> {
  const letter = await ctx.db
    .selectFrom('outbox')
    .select(['channel', 'recipient', 'template', 'subject', 'body', 'order_id', 'sent_at', 'failed_at'])
    .where('id', '=', id)
    .where('order_id', 'in', orderIds)
    .where('channel', '=', 'mail')
    .where('expires_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const { sent_at, failed_at, ...again } = letter;
  if (sent_at === null && failed_at === null) throw new AppError('ACTION_NOT_VALID');
  const moments = { created_at: ctx.now, next_at: ctx.now, give_up_at: later(ctx, patienceHours * 60) };
  await ctx.db
    .insertInto('outbox')
    .values({ ...again, ...moments })
    .returning(wakeSender)
    .execute();
  await audit(ctx, { family: 'outbox', id, action: 'retry', changes: {} });
}

const later = ({ now }: Ctx, minutes: number) => new Date(now.getTime() + minutes * 60_000);

/**
 * `GET dev/outbox`, demo mode only: messages that would have been sent, newest first. Their texts are what customers read,
 * so they are closed to whoever does not see contacts.
 */
export async function listOutbox(ctx: Ctx, query: Record<string, unknown>): Promise<Page<DemoMessage>> {
  if (!seesContacts(ctx)) throw new AppError('FORBIDDEN', { needs: ['customers:read'] });
  const checked = checkList(rules, query, ctx);
  const recipient =
    checked.search.find(({ key }) => key === 'recipient')?.value ?? checked.filters.recipient ?? '';
  const found = ctx.db
    .selectFrom('outbox')
    .where((eb) => sql<SqlBool>`strpos(lower(${eb.ref('recipient')}), lower(${recipient})) > 0`);
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select(['id', 'channel', 'recipient', 'template', 'subject', 'body', 'created_at', 'sent_at'])
    .orderBy('id', 'desc')
    .limit(checked.limit)
    .offset((checked.page - 1) * checked.limit)
    .execute();
  const data = rows.map((row) => ({
    ...row,
    channel: row.channel as DemoMessage['channel'],
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  }));
  return wrapPage(rules, checked, query, { data, total: Number(total) });
}

const rules = listRules('dev/outbox', { search: { recipient: 'like' } });
