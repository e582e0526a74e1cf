import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Attachment } from '@/contract/core/define';
import type { Page } from '@/contract/core/paging';
import {
  type Conversation,
  conversationsEndpoint,
  type UnreadTotals,
} from '@/contract/messaging/conversations';
import type { conversationSchema } from '@/contract/messaging/conversations/schema';
import { audit } from '@/server/core/audit';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { listAsMeant, saysIn } from '@/server/core/db/search';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import { withSignedFiles } from '@/server/core/files/file-links';
import type { JsonRecord } from '@/server/core/json-record';
import { isId } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { type CheckedList, checkList } from '@/server/core/resource/list-query';
import type { Input } from '@/server/core/validate';
import {
  conversationShopIds,
  findConversation,
  presentConversation,
  type StoredConversation,
  type StoredMessage,
  storedColumns,
  storedMessages,
  takesPart,
} from './conversation-rows';

const rules = listRules(conversationsEndpoint, {
  params: ['unseen', 'kind', 'shop_id'],
  search: { 'shop.name': 'like', 'user.name': 'like' },
  defaultSort: { orderBy: 'updated_at', sortedBy: 'desc' },
});

/**
 * `GET conversations`: the user's own, those of their shops and, for administrators, those of the administration;
 * newest first. Search by shop and customer name; `unseen` keeps those with unread messages.
 */
export async function listConversations(ctx: UserCtx, query: JsonRecord): Promise<Page<Conversation>> {
  const checked = checkList(rules, query, ctx);
  const page = await listAsMeant(rules, checked, (asked) => conversationsAsked(ctx, asked));
  return wrapPage(rules, checked, query, { data: await present(ctx, page.rows), total: page.total });
}

async function conversationsAsked(ctx: UserCtx, checked: CheckedList) {
  const where = sql.join([takesPart(ctx), ...conditions(ctx, checked)], sql` and `);
  const from = sql`from conversations c join shops s on s.id = c.shop_id
    left join users u on u.id = c.user_id where ${where}`;
  const order = sql`${sql.ref(`c.${checked.orderBy}`)} ${sql.raw(checked.sortedBy)}, c.id ${sql.raw(checked.sortedBy)}`;
  const { rows } = await sql<ConversationRow & { total: number }>`
    select ${listColumns}, count(*) over () as total ${from}
    order by ${order} limit ${checked.limit} offset ${(checked.page - 1) * checked.limit}`.execute(ctx.db);
  const counted =
    rows[0] ??
    (checked.page > 1
      ? (await sql<{ total: number }>`select count(*) as total ${from}`.execute(ctx.db)).rows[0]
      : undefined);
  return { rows, total: Number(counted?.total ?? 0) };
}

type ConversationRow = StoredConversation & { user_name: string | null; user_avatar: Attachment | null };

const listColumns = sql`${storedColumns}, u.name as user_name, u.avatar as user_avatar`;

function conditions(
  ctx: UserCtx,
  { search, joinWithAnd, filters, reading }: CheckedList,
): RawBuilder<SqlBool>[] {
  const wheres: RawBuilder<SqlBool>[] = [];
  if (search.length > 0) {
    const parts = search.map(({ key, value }) => {
      const names = key === '' ? ['shop.name', 'user.name'] : [key];
      return sql<SqlBool>`(${sql.join(
        names.map((name) => saysIn(sql.ref(name === 'shop.name' ? 's.name' : 'u.name'), value, reading)),
        sql` or `,
      )})`;
    });
    wheres.push(sql<SqlBool>`(${sql.join(parts, joinWithAnd ? sql` and ` : sql` or `)})`);
  }
  if (filters.kind !== undefined) {
    if (!['customer', 'admin'].includes(filters.kind)) rejectValue('kind');
    wheres.push(sql<SqlBool>`c.kind = ${filters.kind}`);
  }
  if (filters.shop_id !== undefined) {
    if (!isId(filters.shop_id)) rejectValue('shop_id');
    wheres.push(sql<SqlBool>`c.shop_id = ${Number(filters.shop_id)}`);
  }
  if (filters.unseen !== undefined) {
    if (!['true', 'false', '1', '0'].includes(filters.unseen)) rejectValue('unseen');
    const isNew = sql<SqlBool>`${unseenOf(ctx)} > 0`;
    wheres.push(['true', '1'].includes(filters.unseen) ? isNew : sql<SqlBool>`not (${isNew})`);
  }
  return wheres;
}

/** Unread count of the reader's side of `c`; must agree with `readerSide`. */
function unseenOf(ctx: UserCtx): RawBuilder<number> {
  return sql<number>`case when c.kind = 'admin'
    then ${isAdmin(ctx) ? sql`c.user_unseen` : sql`c.shop_unseen`}
    else case when c.user_id = ${ctx.user.id} then c.user_unseen else c.shop_unseen end end`;
}

async function present(ctx: UserCtx, rows: readonly ConversationRow[]): Promise<Conversation[]> {
  const ids = rows.flatMap(({ last_message_id }) => last_message_id ?? []);
  const latest =
    ids.length === 0
      ? []
      : (await sql<StoredMessage>`${storedMessages} where m.id = any(${ids}::bigint[])`.execute(ctx.db)).rows;
  const signed = await withSignedFiles(ctx, latest, 'attachments');
  const byId = new Map(signed.map((row) => [row.id, row]));
  return rows.map((row) => presentConversation(ctx, row, byId.get(row.last_message_id ?? 0)));
}

/** Throws NOT_FOUND for another's. */
export async function getConversation(ctx: UserCtx, key: string): Promise<Conversation> {
  const { id } = await findConversation(ctx, key);
  const { rows } =
    await sql<ConversationRow>`select ${listColumns} from conversations c join shops s on s.id = c.shop_id
    left join users u on u.id = c.user_id where c.id = ${id}`.execute(ctx.db);
  const [conversation] = await present(ctx, rows);
  if (!conversation) throw new AppError('NOT_FOUND');
  return conversation;
}

/** `GET conversations/unread`: unread messages over all the user's conversations. */
export async function unreadTotals(ctx: UserCtx): Promise<UnreadTotals> {
  const { rows } = await sql<UnreadTotals>`
    select coalesce(sum(unseen), 0)::int as messages, count(*)::int as conversations from (
      select ${unseenOf(ctx)} as unseen from conversations c
      where (c.user_unseen > 0 or c.shop_unseen > 0) and ${takesPart(ctx)}) waiting where unseen > 0`.execute(
    ctx.db,
  );
  return rows[0] ?? { messages: 0, conversations: 0 };
}

/**
 * `POST conversations`: finds or opens the conversation with a shop. An administrator represents the administration;
 * the shop's people open the one with the administration; everybody else is a customer. With `order_id`: that of the
 * part's customer. Throws NOT_FOUND, FORBIDDEN for staff without the permission, VALIDATION_FAILED for a new one with a
 * closed shop.
 */
export async function openConversation(
  ctx: UserCtx,
  { shop_id, order_id }: Input<typeof conversationSchema>,
): Promise<Conversation> {
  if (order_id) return openWithCustomer(ctx, order_id);
  const shop = await findShop(ctx, Number(shop_id));
  const speaksForShop = conversationShopIds(ctx).includes(shop.id);
  if (ctx.user.managedShopId === shop.id && !speaksForShop) throw new AppError('FORBIDDEN');
  const user_id = isAdmin(ctx) || speaksForShop ? null : ctx.user.id;
  return findOrBegin(ctx, shop, user_id);
}

/**
 * The shop's people write to the customer of one of its parts first. Administrators take no part in conversations of
 * customers with shops: an order of another's shop is NOT_FOUND for them, too. Throws ACTION_NOT_VALID for an own
 * purchase.
 */
async function openWithCustomer(ctx: UserCtx, orderId: number): Promise<Conversation> {
  const part = await ctx.db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.customer_id')
    .select(['orders.shop_id', 'users.id as user_id'])
    .where('orders.id', '=', orderId)
    .where('orders.shop_id', 'in', [0, ...conversationShopIds(ctx)])
    .where('orders.deleted_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  if (part.user_id === ctx.user.id) throw new AppError('ACTION_NOT_VALID');
  return findOrBegin(ctx, await findShop(ctx, Number(part.shop_id)), part.user_id);
}

interface ShopState {
  id: number;
  is_active: boolean;
}

async function findShop(ctx: UserCtx, id: number): Promise<ShopState> {
  const shop = await ctx.db
    .selectFrom('shops')
    .select(['id', 'is_active'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return shop;
}

async function findOrBegin(ctx: UserCtx, shop: ShopState, user_id: number | null): Promise<Conversation> {
  const one = { kind: user_id === null ? 'admin' : 'customer', user_id, shop_id: shop.id };
  const known = await idOf(ctx, one);
  if (known !== undefined) return getConversation(ctx, String(known));
  if (!shop.is_active) rejectField('shop_id', 'error-shop-closed');
  const made = await ctx.db
    .insertInto('conversations')
    .values({ ...one, created_at: ctx.now, updated_at: ctx.now })
    // Waits for a concurrent insert of the same conversation.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) await audit(ctx, { family: 'conversations', id: made.id, action: 'create', changes: {} });
  return getConversation(ctx, String(made?.id ?? (await idOf(ctx, one)) ?? 0));
}

async function idOf(
  ctx: UserCtx,
  one: { kind: string; user_id: number | null; shop_id: number },
): Promise<number | undefined> {
  const row = await ctx.db
    .selectFrom('conversations')
    .select('id')
    .where('kind', '=', one.kind)
    .where('shop_id', '=', one.shop_id)
    .where('user_id', 'is not distinct from', one.user_id)
    .executeTakeFirst();
  return row?.id;
}
