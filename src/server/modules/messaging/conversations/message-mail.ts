import { sql } from 'kysely';
import type { Side } from '@/contract/messaging/conversations';
import type { Ctx } from '@/server/core/context';
import { inTransaction } from '@/server/core/transaction';
import { unreadMessages } from '../emails';
import { adminIds, wantsMessageMail } from '../notify';
import { send } from '../outbox';

/** How long a message stays unread before an email (rules/messaging: unread messages cause one e-mail). */
const patienceMs = 15 * 60_000;
/** Batch size; the rest follows in the next run. */
const maxAtOnce = 200;

interface UnreadSide {
  id: number;
  side: Side;
}

/**
 * Emails each side that has messages unread for 15 minutes: once until it reads, however many follow. Safe to run on
 * several replicas: the row is locked and checked again.
 */
export async function mailUnread(ctx: Ctx): Promise<void> {
  for (const side of ['user', 'shop'] as const) {
    const { rows } = await findUnread(ctx, side);
    for (const { id } of rows) await inTransaction(ctx, (inside) => mailSide(inside, { id, side }));
  }
}

function findUnread(ctx: Ctx, side: Side, id?: number) {
  const [unseen, seen, mailed] = [`c.${side}_unseen`, `c.${side}_seen_id`, `c.${side}_mailed_id`].map(
    (name) => sql.ref(name),
  );
  const since = new Date(ctx.now.getTime() - patienceMs);
  return sql<{ id: number; last_message_id: number; unseen: number }>`
    select c.id, c.last_message_id, ${unseen} as unseen from conversations c
    where ${unseen} > 0 and ${mailed} <= ${seen} ${id === undefined ? sql`` : sql`and c.id = ${id}`}
      and exists (select 1 from messages m where m.conversation_id = c.id and m.id > ${seen}
        and m.side <> ${side} and m.created_at <= ${since})
    order by c.id limit ${sql.lit(maxAtOnce)} ${id === undefined ? sql`` : sql`for update of c`}`.execute(
    ctx.db,
  );
}

async function mailSide(ctx: Ctx, { id, side }: UnreadSide): Promise<void> {
  const [unread] = (await findUnread(ctx, side, id)).rows;
  if (!unread) return;
  await ctx.db
    .updateTable('conversations')
    .set({ [side === 'user' ? 'user_mailed_id' : 'shop_mailed_id']: unread.last_message_id })
    .where('id', '=', id)
    .execute();
  const conversation = await ctx.db
    .selectFrom('conversations')
    .innerJoin('shops', 'shops.id', 'conversations.shop_id')
    .leftJoin('users', 'users.id', 'conversations.user_id')
    .select(['conversations.kind', 'conversations.user_id', 'users.name as customer'])
    .select(['shops.name as shop', 'shops.owner_id', 'shops.settings'])
    .where('conversations.id', '=', id)
    .executeTakeFirstOrThrow();
  const isAdmins = conversation.kind === 'admin' && side === 'user';
  const writer = conversation.customer === null ? 'administration' : { customer: conversation.customer };
  const from = side === 'user' ? { shop: conversation.shop } : writer;
  // Customers have no panel, so their email has no link.
  const page = side === 'shop' ? 'shop-message' : 'message';
  const link = side === 'shop' || isAdmins ? `${ctx.publicUrl}/admin/${page}/${id}` : null;
  const receivers =
    side === 'shop'
      ? [conversation.owner_id]
      : isAdmins
        ? await adminIds(ctx, 'messages')
        : [conversation.user_id ?? 0];
  for (const person of await loadReceivers(ctx, receivers)) {
    const to = side === 'shop' ? (shopAddress(conversation.settings) ?? person.email) : person.email;
    const email = unreadMessages({ name: person.name, from, link, count: unread.unseen });
    await send(ctx, { channel: 'mail', to, ...email });
  }
}

async function loadReceivers(ctx: Ctx, ids: readonly number[]) {
  const people = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const wanting: typeof people = [];
  for (const person of people) if (await wantsMessageMail(ctx, person.id)) wanting.push(person);
  return wanting;
}

/** Notification email from the shop's settings, if enabled. */
function shopAddress(settings: unknown): string | undefined {
  const { notifications } = (settings ?? {}) as {
    notifications?: { email?: string | null; enable?: boolean };
  };
  return notifications?.enable && notifications.email ? notifications.email : undefined;
}
