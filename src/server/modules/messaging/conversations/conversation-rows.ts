import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Attachment } from '@/contract/core/define';
import { isAllowed } from '@/contract/core/permissions';
import type { Conversation, ConversationKind, Message, Side } from '@/contract/messaging/conversations';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { toAdmins, toShop, toUser } from '@/server/core/live/audiences';
import { readPathId } from '@/server/core/numbers';

type Conversations = Selectable<DB['conversations']>;

export interface StoredConversation
  extends Omit<Conversations, 'kind' | 'user_mailed_id' | 'shop_mailed_id'> {
  kind: ConversationKind;
  shop_name: string;
  shop_slug: string;
  shop_logo: Attachment | null;
  is_closed: boolean;
}

/** Columns of `StoredConversation`; expects aliases `c` and `s`. */
export const storedColumns = sql`c.id, c.kind, c.user_id, c.shop_id, c.last_message_id, c.messages_count,
  c.user_seen_id, c.shop_seen_id, c.user_unseen, c.shop_unseen, c.created_at, c.updated_at,
  s.name as shop_name, s.slug as shop_slug, s.logo as shop_logo,
  (not s.is_active or s.deleted_at is not null) as is_closed`;

export interface StoredMessage extends Omit<Message, 'user' | 'created_at' | 'updated_at'> {
  created_at: Date;
  author: string;
  avatar: Attachment | null;
}

/** Messages `m` joined with their authors `a`. */
export const storedMessages = sql`select m.id, m.conversation_id, m.number, m.user_id, m.side, m.body, m.attachments,
  m.key, m.created_at, a.name as author, a.avatar from messages m join users a on a.id = m.user_id`;

/**
 * Shops whose conversations the user takes part in: an owner's, or the staff member's shop with the feedback
 * permission.
 */
export function conversationShopIds({ user }: UserCtx): number[] {
  const isOwner = isAllowed(['super_admin', 'store_owner'], user.permissions);
  const worksIn = isAllowed(['staff:feedback'], user.permissions) ? user.managedShopId : null;
  return [...(isOwner ? user.ownedShopIds : []), ...(worksIn === null ? [] : [worksIn])];
}

/**
 * Conversations `c` the user takes part in; nobody reads another's, not even an administrator (rules/messaging: a
 * conversation has two sides).
 */
export function takesPart(ctx: UserCtx): RawBuilder<SqlBool> {
  const ways = [sql<SqlBool>`c.user_id = ${ctx.user.id}`];
  const shops = conversationShopIds(ctx);
  if (shops.length > 0) ways.push(sql<SqlBool>`c.shop_id = any(${shops}::bigint[])`);
  if (isAdmin(ctx)) ways.push(sql<SqlBool>`c.kind = 'admin'`);
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
}

/** The user's side in a conversation they take part in. */
export function readerSide(
  ctx: UserCtx,
  { kind, user_id }: Pick<StoredConversation, 'kind' | 'user_id'>,
): Side {
  const isUser = kind === 'admin' ? isAdmin(ctx) : user_id === ctx.user.id;
  return isUser ? 'user' : 'shop';
}

/** Finds a conversation of the user; `lock` holds it until the end of the transaction. Throws NOT_FOUND. */
export async function findConversation(
  ctx: UserCtx,
  key: string,
  { lock = false } = {},
): Promise<StoredConversation> {
  const { rows } = await sql<StoredConversation>`select ${storedColumns} from conversations c
    join shops s on s.id = c.shop_id where c.id = ${readPathId(key)} and ${takesPart(ctx)}
    ${lock ? sql`for update of c` : sql``}`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/** Audiences of both sides, for live events. */
export function conversationAudiences({ kind, user_id, shop_id }: StoredConversation): string[] {
  const user = kind === 'admin' ? [toAdmins('messages')] : user_id === null ? [] : [toUser(user_id)];
  return [...user, ...toShop(shop_id, 'feedback')];
}

/** Presents a message. Customers see the shop as the author, not the staff member. */
export function presentMessage(ctx: Ctx, conversation: StoredConversation, row: StoredMessage): Message {
  const isOwn = row.user_id === ctx.user?.id;
  const isMasked =
    conversation.kind === 'customer' && row.side === 'shop' && conversation.user_id === ctx.user?.id;
  const at = row.created_at.toISOString();
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    number: row.number,
    user_id: row.user_id,
    user: {
      id: row.user_id,
      name: isMasked ? conversation.shop_name : row.author,
      profile: { avatar: isMasked ? conversation.shop_logo : row.avatar },
    },
    side: row.side,
    body: row.body,
    attachments: row.attachments,
    key: isOwn ? row.key : null,
    created_at: at,
    updated_at: at,
  };
}

export function presentConversation(
  ctx: UserCtx,
  row: StoredConversation & { user_name: string | null; user_avatar: Attachment | null },
  latest: StoredMessage | undefined,
): Conversation {
  const side = readerSide(ctx, row);
  const isUser = side === 'user';
  const { id, kind, user_id, shop_id, is_closed } = row;
  return {
    id,
    kind,
    user_id,
    user:
      user_id === null
        ? null
        : { id: user_id, name: row.user_name ?? '', profile: { avatar: row.user_avatar } },
    shop_id,
    shop: {
      id: shop_id,
      name: row.shop_name,
      slug: row.shop_slug,
      logo: row.shop_logo,
      is_active: !is_closed,
    },
    side,
    unseen: isUser ? row.user_unseen : row.shop_unseen,
    seen_id: isUser ? row.user_seen_id : row.shop_seen_id,
    other_seen_id: isUser ? row.shop_seen_id : row.user_seen_id,
    is_closed,
    latest_message: latest ? presentMessage(ctx, row, latest) : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
