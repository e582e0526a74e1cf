import { sql } from 'kysely';
import type { Permission } from '@/contract/core/permissions';
import {
  type RefundMethod,
  type RefundState,
  type ReturnStage,
  returnStages,
} from '@/contract/refunds/states';
import { actor, ctxAt, type SeedCtx, seededId } from '@/server/demo/context';
import { typed } from '@/server/demo/typed';
import { answerRefund } from '@/server/modules/refunds/answer-refund';
import { decideRefund } from '@/server/modules/refunds/decide-refund';
import { moveGoods } from '@/server/modules/refunds/move-goods';
import { requestRefund } from '@/server/modules/refunds/request-refund';
import wantedData from './refunds.json';

const day = 24 * 3600_000;

interface DemoRefund {
  title: string;
  text: string;
  /** Index of its reason in the demo. */
  reason: number;
  /** Only one piece of the first line, not the whole order. */
  isPart: boolean;
  hasPicture?: boolean;
  status: RefundState;
  note?: string;
  method?: RefundMethod;
  /** The shop has agreed, and the goods are this far on their way back. */
  stage?: ReturnStage;
}

const wanted = typed<readonly DemoRefund[]>(wantedData);

interface Bought {
  id: number;
  customer_id: number;
  name: string;
  email: string;
  line_id: number;
  image: unknown;
  done: Date;
}

/**
 * Refunds of recently delivered orders, in every state, requested and decided through the services. Run after the
 * demo's ledger is written, because approvals move money now.
 */
export async function seedRefunds(seed: SeedCtx): Promise<void> {
  const orders = await boughtLately(seed);
  const { rows: reasons } = await sql<{ id: number }>`select id from refund_reasons order by id`.execute(
    seed.db,
  );
  for (const [place, one] of wanted.entries()) {
    const order = orders[place];
    if (!order) break;
    const asked = new Date(order.done.getTime() + 0.6 * (seed.now.getTime() - order.done.getTime()));
    const { customer_id, name, email } = order;
    const customer = actor({ id: customer_id, name, email, permissions: ['customer'] });
    const id = await requestRefund(ctxAt(seed.db, asked, customer), {
      order_id: order.id,
      ...(one.isPart && { lines: [{ order_line_id: order.line_id, quantity: 1 }] }),
      title: one.title,
      description: one.text,
      images: [],
      refund_reason_id: reasons[one.reason % reasons.length]?.id ?? null,
    });
    // The demo's pictures belong to the administrator; a customer could not attach them.
    if (one.hasPicture)
      await sql`update refunds set images = jsonb_build_array(${JSON.stringify(order.image)}::jsonb) where id = ${id}`.execute(
        seed.db,
      );
    if (one.stage) await bringBack(seed, id, one.stage);
    else await decide(seed, id, one);
  }
  // No e-mails are sent: their links would have no base address.
  await sql`delete from outbox where template like 'refund-%'`.execute(seed.db);
}

async function decide(seed: SeedCtx, refund: number, { status, note, method }: DemoRefund): Promise<void> {
  if (status === 'pending') return;
  const id = seededId(seed.people, 'admin');
  const admin = actor({ id, name: 'Администратор', email: '', permissions: ['super_admin'] });
  const body = { status, decision_note: note ?? null, ...(method && { method }) };
  await decideRefund(ctxAt(seed.db, seed.now, admin), String(refund), body, async () => ({}));
}

/** The shop agrees, and its goods come back stage by stage. */
async function bringBack(seed: SeedCtx, id: number, stage: ReturnStage): Promise<void> {
  const { shop_id, owner_id } = await seed.db
    .selectFrom('refund_shops')
    .innerJoin('shops', 'shops.id', 'refund_shops.shop_id')
    .select(['shop_id', 'owner_id'])
    .where('refund_id', '=', id)
    .executeTakeFirstOrThrow();
  const permissions: Permission[] = ['store_owner'];
  const owner = actor({ id: owner_id, name: '', email: '', permissions, ownedShopIds: [shop_id] });
  const ctx = ctxAt(seed.db, seed.now, owner);
  await answerRefund(ctx, String(id), { answer: 'agreed', note: null, images: [] });
  for (const next of returnStages.slice(1, returnStages.indexOf(stage) + 1)) {
    // An administrator decides what the shop's balance does not cover.
    if (!(await isComing(seed, id))) return;
    await moveGoods(ctx, String(id), { stage: next, lines: [], write_off_reason: null });
  }
}

async function isComing({ db }: SeedCtx, id: number): Promise<boolean> {
  const { status, agreed_at } = await db
    .selectFrom('refunds')
    .select(['status', 'agreed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return status === 'approved' || (status === 'processing' && agreed_at !== null);
}

/**
 * Orders that were fully paid and delivered within the last days, each of another customer if possible; the first one
 * begins with products of the first shop, whose list of refunds should not depend on the hour of the start.
 */
async function boughtLately({ db, now, shops }: SeedCtx): Promise<Bought[]> {
  const [first] = shops.values();
  const since = new Date(now.getTime() - 12 * day);
  const { rows } = await sql<Bought & { turn: number }>`
    select o.id, o.customer_id, u.name, u.email, l.id as line_id, l.image, done.at as done,
      row_number() over (partition by o.customer_id order by o.id desc) as turn
    from orders o join users u on u.id = o.customer_id
      join lateral (select max(completed_at) as at from orders p where p.parent_id = o.id) done on true
      join lateral (select id, image, shop_id from order_lines where parent_id = o.id order by position limit 1) l on true
    where o.parent_id is null and o.order_status = 'order-completed' and done.at between ${since} and ${now}
      and not exists (select from orders p where p.parent_id = o.id
        and (p.order_status <> 'order-completed' or p.payment_status not in ('payment-success', 'payment-wallet')))
      and l.image is not null
      -- What an acquirer took goes back through it: seedAcquirerRefund has one.
      and not exists (select from payment_attempts i where i.order_id = o.id and i.provider <> 'manual')
    order by
      row_number() over (partition by l.shop_id = ${first?.id ?? 0} order by o.id desc) = 1
        and l.shop_id = ${first?.id ?? 0} desc,
      turn, o.id desc limit ${wanted.length}`.execute(db);
  return rows;
}
