import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import type { CouponTerms } from '@/contract/promotions/coupons/rules';
import { audit, changesBetween } from '@/server/core/audit';
import { type Ctx, isAdmin } from '@/server/core/context';
import { lockRow, updateRow } from '@/server/core/db/rows';
import { writeJson } from '@/server/core/db/write-json';
import { AppError } from '@/server/core/errors';
import { type JsonRecord, pick, toRecord } from '@/server/core/json-record';
import { mayDecide } from '@/server/core/rights/family-rights';
import { defineGuarded, holdsInTeam } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { keepAlone, needsSecond } from '@/server/modules/settings/approvals/rules';

/** A role that only writes promotions approves no coupon, neither by making one nor by changing it. */
export const mayApprove = (ctx: Ctx): boolean => isAdmin(ctx) && mayDecide(ctx, 'coupons');

type Terms = Pick<CouponTerms, 'type' | 'amount' | 'shop_id'>;

/** What decides how much a coupon takes off; an earlier end or a lower sum are among them, too. */
const terms = [
  ...['code', 'type', 'amount', 'minimum_cart_amount', 'usage_limit', 'usage_limit_per_user', 'target'],
  ...['active_from', 'expire_at', 'is_approve'],
] as const;

/** A percentage from which a coupon gives goods away rather than makes them cheaper. */
const givesAway = 50;

/** More than any sum of the rules: the order may cost anything. */
const anything = 1e13;

/**
 * The most that one order takes from the marketplace, in roubles; undefined for what shops or nobody pays, and for a percentage
 * whose buyer still pays the greater part.
 */
function costOf({ type, amount, shop_id }: Terms): number | undefined {
  if (shop_id !== null || type === 'free_shipping') return undefined;
  if (type === 'fixed') return amount;
  return amount >= givesAway ? anything : undefined;
}

interface Change extends JsonRecord {
  id: number;
  changes: JsonRecord;
}

/** A coupon of the marketplace pays for goods of any shop, like points (rules/promotions). */
const guarded = defineGuarded<Change>({
  kind: 'coupon',
  family: 'coupons',
  right: 'finance:decide',
  mayPrepare: (ctx) => holdsInTeam(ctx, 'promotions:decide'),
  async describe(ctx, { id, changes }) {
    const row = { ...(await readCoupon(ctx, id)) } as JsonRecord;
    const after = { ...row, ...changes };
    const cost = costOf(after as unknown as Terms);
    const text = (value: unknown) => (value === null || value === undefined ? null : String(value));
    return {
      title: String(after.code),
      facts: [
        { key: 'coupon_type', kind: 'text', after: text(after.type) },
        ...(['amount', 'minimum_cart_amount', 'usage_limit', 'usage_limit_per_user'] as const).map((key) => ({
          key: `coupon_${key}`,
          kind: 'text' as const,
          ...(key in changes && row.is_approve === true && { before: text(row[key]) }),
          after: text(after[key]),
        })),
        { key: 'coupon_cost', kind: 'money', after: cost === anything ? null : (cost ?? 0) },
      ],
    };
  },
  async run(ctx, { id, changes }) {
    const row = await lockRow(ctx, 'coupons', id);
    await requireSecondPerson(ctx, guarded, { id, version: row.version, content: { id, changes } });
    await updateRow(ctx, 'coupons', id, writeJson(changes));
    await audit(ctx, {
      family: 'coupons',
      id,
      action: 'update',
      changes: changesBetween({ ...row }, changes),
    });
    return { id };
  },
});

const readCoupon = ({ db }: Ctx, id: number) =>
  db.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Whether a new coupon may be approved by whoever makes it; otherwise it waits like that of a shop. */
export async function isApprovedAlone(ctx: Ctx, input: JsonRecord): Promise<boolean> {
  if (!mayApprove(ctx)) return false;
  const asked = askedFor(ctx, { ...input, shop_id: input.shop_id ?? null });
  if (!asked) return true;
  if (await needsSecond(ctx, { ...guarded, ...asked })) return false;
  await keepAlone(ctx, { kind: guarded.kind, ...asked });
  return true;
}

/** Ends an edit after which an approved coupon of the marketplace costs what only two persons give away. */
export async function requireForCoupon(ctx: Ctx, before: JsonRecord, columns: JsonRecord): Promise<void> {
  const changed = Object.keys(changesBetween(before, columns));
  const after = { ...before, ...columns };
  const isLess = changed.every((key) => key === 'is_approve') && columns.is_approve === false;
  if (after.is_approve !== true || isLess || !terms.some((key) => changed.includes(key))) return;
  const asked = askedFor(ctx, after);
  if (!asked) return;
  const id = Number(before.id);
  // As it is stored: the confirmed content is read from there.
  const changes = toRecord(JSON.parse(JSON.stringify(pick(columns, changed))));
  const content = { id, changes };
  await requireSecondPerson(ctx, guarded, { id, version: Number(before.version), content, ...asked });
}

/** Approves many at once only where one person may approve each. Throws SECOND_PERSON_REQUIRED. */
export async function assertApprovedAlone(ctx: Ctx, operation: number | null): Promise<void> {
  if (operation === null) return;
  const { rows } = await sql<JsonRecord>`select c.type, c.amount, c.shop_id from bulk_operations b,
    jsonb_to_recordset(b.rows) as kept (id bigint) join coupons c on c.id = kept.id where b.id = ${operation}`.execute(
    ctx.db,
  );
  for (const coupon of rows)
    if (!(await isApprovedAlone(ctx, coupon))) throw new AppError('SECOND_PERSON_REQUIRED');
}

function askedFor(ctx: Ctx, coupon: JsonRecord) {
  const sum = costOf(coupon as unknown as Terms);
  if (sum === undefined || toMinor(sum) === 0) return undefined;
  return { sum, countedWith: ctx.user ? { giver: ctx.user.id } : {} };
}
