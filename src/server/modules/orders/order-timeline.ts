import { sql } from 'kysely';
import type { OrderEvent } from '@/contract/orders/wire';
import { type Ctx, isAdmin } from '@/server/core/context';
import { prepared } from '@/server/core/db/prepared';
import { maskText, seesContacts } from '@/server/core/rights/contacts';
import { orderShopIds } from './policy';

interface TimelineRow {
  id: number;
  parent_id: number | null;
  shop_id: number | null;
}

/**
 * Everything that happened to a part, or to a whole order with its parts, oldest first. People who work on the order
 * also read notes, messages and who acted; administrators also the events found only in the audit log.
 */
export async function orderTimeline(ctx: Ctx, row: TimelineRow): Promise<OrderEvent[]> {
  const isForStaff = worksOn(ctx, row);
  const [events, messages, audited] = await Promise.all([
    storedEvents(ctx, row, isForStaff),
    isForStaff ? sentMessages(ctx, row) : [],
    isAdmin(ctx) ? auditedEvents(ctx, row) : [],
  ]);
  return [...events, ...messages, ...audited].toSorted((one, other) => one.at.localeCompare(other.at));
}

/** Administrators, and the people of the part's shop who handle orders; never the customer. */
export function worksOn(ctx: Ctx, { shop_id }: Pick<TimelineRow, 'shop_id'>): boolean {
  return isAdmin(ctx) || (shop_id !== null && orderShopIds(ctx).includes(shop_id));
}

/** Events that tell where an order goes and how its customer is reached. */
const aboutPeople: readonly string[] = ['address', 'contact'];

async function storedEvents(ctx: Ctx, row: TimelineRow, isForStaff: boolean): Promise<OrderEvent[]> {
  const events = await ctx.db
    .selectFrom('order_events')
    .modifyFront(prepared)
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .leftJoin('shops', 'shops.id', 'orders.shop_id')
    .leftJoin('users', 'users.id', 'order_events.user_id')
    .select(['order_events.id', 'at', 'kind', 'from', 'to', 'order_events.note', 'user_id'])
    .select(['users.name as user_name', 'shops.id as shop_id', 'shops.name as shop_name', 'shops.slug'])
    .where('root_id', '=', row.parent_id ?? row.id)
    .$if(row.parent_id !== null, (query) => query.where('order_events.order_id', '=', row.id))
    .$if(!isForStaff, (query) => query.where('kind', '!=', 'note'))
    .orderBy('order_events.id')
    .execute();
  return events.map(({ id, at, kind, from, to, note, ...one }) => ({
    id,
    at: at.toISOString(),
    kind: kind as OrderEvent['kind'],
    ...(aboutPeople.includes(kind) && !seesContacts(ctx) ? { from: null, to: null } : { from, to }),
    note: maskText(ctx, note),
    shop: stubOf(one.shop_id, one.shop_name, one.slug),
    user: isForStaff ? personOf(one.user_id, one.user_name) : null,
  }));
}

const stubOf = (id: number | null, name: string | null, slug: string | null) =>
  id === null || name === null ? null : { id, name, slug };

const personOf = (id: number | null, name: string | null) =>
  id === null || name === null ? null : { id, name };

/** E-mails and SMS about the order, as long as the outbox keeps them. Recipients are for administrators. */
async function sentMessages(ctx: Ctx, row: TimelineRow): Promise<OrderEvent[]> {
  const { rows } = await sql<{
    id: number;
    at: Date;
    kind: 'mail' | 'sms';
    from: string | null;
    to: string;
    note: string;
    shop_id: number | null;
    shop_name: string | null;
    slug: string | null;
  }>`select ${prepared} m.id, m.created_at as at, m.channel as kind, ${isAdmin(ctx) ? sql`m.recipient` : sql`null::text`} as "from",
      case when m.sent_at is not null then 'sent' when m.failed_at is not null then 'failed' else 'waiting' end as "to",
      coalesce(m.subject, m.body) as note, s.id as shop_id, s.name as shop_name, s.slug
    from outbox m join orders o on o.id = m.order_id left join shops s on s.id = o.shop_id
    where m.order_id in (select id from orders where id = ${row.id} or parent_id = ${row.id})
      and (m.expires_at is null) order by m.id`.execute(ctx.db);
  return rows.map(({ at, shop_id, shop_name, slug, ...message }) => ({
    ...message,
    from: maskText(ctx, message.from),
    note: maskText(ctx, message.note),
    at: at.toISOString(),
    shop: stubOf(shop_id, shop_name, slug),
    user: null,
  }));
}

/** Events found only in the audit log: the action and the column whose change it records. */
const auditedColumns = { gateway: 'payment_gateway', 'payment-mismatch': 'amount' } as const;

async function auditedEvents(ctx: Ctx, row: TimelineRow): Promise<OrderEvent[]> {
  const entries = await ctx.db
    .selectFrom('audit_log')
    .modifyFront(prepared)
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .select(['audit_log.id', 'at', 'action', 'changes', 'user_id', 'users.name as user_name'])
    .where('family', '=', 'orders')
    .where('row_id', '=', row.id)
    .where('action', 'in', ['gateway', 'payment-mismatch'])
    .orderBy('audit_log.id')
    .execute();
  return entries.map(({ id, at, action, changes, user_id, user_name }) => {
    const kind = action as keyof typeof auditedColumns;
    const [from, to] = (changes as Record<string, [unknown, unknown]>)[auditedColumns[kind]] ?? [null, null];
    const text = (value: unknown) => (value === null ? null : String(value));
    const user = personOf(user_id, user_name);
    return { id, at: at.toISOString(), kind, from: text(from), to: text(to), note: null, shop: null, user };
  });
}
