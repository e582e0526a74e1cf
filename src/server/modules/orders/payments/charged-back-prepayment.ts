import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import type { Ctx } from '@/server/core/context';
import { type ChargedBackPart, chargebackOpened } from '@/server/modules/ledger/entries';
import type { LedgerEntry } from '@/server/modules/ledger/ledger';
import type { LockedOrder, StoredPart } from '../lock-order';

/** A part that is handed over: what was paid for it before, and the shop's share. In kopecks. */
interface HandedOver {
  part: StoredPart;
  prepaid: number;
  share: number;
}

interface Chargeback {
  id: number;
  state: string;
  shares: ChargedBackPart[];
}

/**
 * Chargebacks of a buyer's bank that hold the prepayment of parts that are handed over now: from now on they hold the shop's share
 * and the marketplace's part (rules/payments: a chargeback holds everybody's part). A chargeback on what other parts paid gives way
 * where the prepayment does not suffice any more, because the other parts were refunded. The caller has locked the order.
 */
export async function moveChargebacks(
  ctx: Ctx,
  order: LockedOrder,
  handed: readonly HandedOver[],
): Promise<LedgerEntry[]> {
  const chargebacks = await chargebacksOf(ctx, order);
  if (chargebacks.length === 0) return [];
  let left = await prepaymentLeft(ctx, order);
  const entries: LedgerEntry[] = [];
  for (const { part, prepaid, share } of handed) {
    const own = heldOf(chargebacks, (one) => one.partId === part.id);
    const sum = Math.max(own, prepaid - left);
    const ofShop =
      prepaid > 0 ? Number((BigInt(sum) * BigInt(Math.min(share, prepaid))) / BigInt(prepaid)) : 0;
    left += sum - prepaid;
    entries.push(...shift(chargebacks, part, { sum, ofShop }));
  }
  for (const { id, shares } of chargebacks)
    await ctx.db
      .updateTable('chargebacks')
      .set({ shares: sql`${JSON.stringify(shares)}::jsonb`, updated_at: ctx.now })
      .where('id', '=', id)
      .execute();
  return entries;
}

/** Takes the sum from the prepayment that chargebacks hold, that of the part first, and holds as much of the part itself. */
function shift(
  chargebacks: readonly Chargeback[],
  { id: partId, shop_id: shopId }: StoredPart,
  { sum, ofShop }: { sum: number; ofShop: number },
): LedgerEntry[] {
  let [rest, restOfShop] = [sum, ofShop];
  const entries: LedgerEntry[] = [];
  for (const isOwn of [true, false])
    for (const chargeback of chargebacks)
      for (const held of chargeback.shares.filter((one) => (one.partId === partId) === isOwn)) {
        const taken = Math.min(rest, held.prepayment);
        if (taken <= 0) continue;
        const share = rest === taken ? restOfShop : Math.min(restOfShop, taken);
        held.prepayment -= taken;
        [rest, restOfShop] = [rest - taken, restOfShop - share];
        const more = { partId, shopId, prepayment: 0, share, own: taken - share };
        chargeback.shares.push(more);
        // What was held of the prepayment is there again.
        entries.push(...chargebackOpened({ ...more, prepayment: -taken }));
      }
  return entries;
}

const heldOf = (chargebacks: readonly Chargeback[], isOf: (part: ChargedBackPart) => boolean): number =>
  chargebacks
    .flatMap(({ shares }) => shares.filter(isOf))
    .reduce((sum, { prepayment }) => sum + prepayment, 0);

/** Those that wait or were granted. */
async function chargebacksOf({ db }: Ctx, { root }: LockedOrder): Promise<Chargeback[]> {
  const rows = await db
    .selectFrom('chargebacks')
    .select(['id', 'state', 'shares'])
    .where('order_id', '=', root.id)
    .where('state', '!=', 'won')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id, state, shares }) => ({ id, state, shares: shares as unknown as ChargedBackPart[] }));
}

/** What was paid for goods of an order that are not handed over, less what has gone back or is claimed. In kopecks. */
async function prepaymentLeft({ db }: Ctx, { root, parts }: LockedOrder): Promise<number> {
  const ids = [root.id, ...parts.map(({ id }) => id)];
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(l.amount), 0) as amount from ledger_entries e
    join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id and a.kind = 'buyer_prepayment'
    where (e.family = 'orders' and e.row_id = any(${ids}::bigint[]))
      or (e.family = 'refunds' and e.row_id in (select id from refunds where order_id = ${root.id}))`.execute(
    db,
  );
  return toMinor(rows[0]?.amount ?? 0);
}

/** Whether a sum of the prepayment is claimed by the buyer's bank, and cannot go back as well. In kopecks. */
export async function isChargedBack(ctx: Ctx, order: LockedOrder, sum: number): Promise<boolean> {
  const chargebacks = await chargebacksOf(ctx, order);
  return heldOf(chargebacks, () => true) > 0 && (await prepaymentLeft(ctx, order)) < sum;
}

/**
 * What a locked order can still return of goods that were not handed over, once chargebacks are decided and the bank has taken its
 * part, in kopecks. Null when it has taken nothing, and while a chargeback waits.
 */
export async function leftAfterChargebacks(ctx: Ctx, order: LockedOrder): Promise<number | null> {
  const chargebacks = await chargebacksOf(ctx, order);
  if (chargebacks.some(({ state }) => state === 'open') || heldOf(chargebacks, () => true) === 0) return null;
  return prepaymentLeft(ctx, order);
}
