import { fromMinor, toMinor } from '@/contract/core/money';
import type { Page } from '@/contract/core/paging';
import type { adjustmentSchema, LedgerRow, LedgerSummary } from '@/contract/ledger/schema';
import { businessDay } from '@/contract/settings/business-day';
import { audit } from '@/server/core/audit';
import { type Ctx, isAdmin, ownShopIds, type UserCtx } from '@/server/core/context';
import type { PaperFile } from '@/server/core/documents/csv-stream';
import { AppError } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/json-record';
import { isId } from '@/server/core/numbers';
import type { Input } from '@/server/core/validate';
import { loadPayee, payeeFacts } from '@/server/modules/settings/approvals/payee-facts';
import { defineGuarded } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { shopAdjusted } from './entries';
import { loadBalance, postEntries } from './ledger';
import { ledgerFile } from './ledger-csv';
import { findEntryLine, listLines, periodTotals, readFilter, readPeriod } from './ledger-lines';
import { sumCommission } from './platform-ledger';
import { sumPaper } from './sum-pdf';

/**
 * `GET shops/{id or slug}/ledger`: a page of a shop's available-balance lines. Throws NOT_FOUND for a shop that the
 * user may not see.
 */
export async function listShopLines(ctx: UserCtx, key: string, query: JsonRecord): Promise<Page<LedgerRow>> {
  const { id } = await ownShop(ctx, key);
  return listLines(ctx, accountOf(id), `shops/${encodeURIComponent(key)}/ledger`, query);
}

/**
 * `GET shops/{id or slug}/ledger/summary`: opening balance, movements and closing balance of a period. Throws
 * NOT_FOUND.
 */
export async function shopSummary(ctx: UserCtx, key: string, query: JsonRecord): Promise<LedgerSummary> {
  const { id } = await ownShop(ctx, key);
  const period = await readPeriod(query);
  const totals = await periodTotals(ctx, accountOf(id), period);
  return { ...totals, commission: await sumCommission(ctx, period, id) };
}

/** `GET shops/{id or slug}/ledger/export`: filtered lines as CSV, oldest first. Throws NOT_FOUND. */
export async function exportShopLedger(ctx: UserCtx, key: string, query: JsonRecord): Promise<PaperFile> {
  const { id, slug } = await ownShop(ctx, key);
  const filter = await readFilter(query);
  const name = `ledger-${slug}-${businessDay(ctx.now)}`;
  if (query.format === 'pdf') return sumPaper(ctx, accountOf(id), filter, `${name}.pdf`);
  return ledgerFile(ctx, accountOf(id), filter, `${name}.csv`);
}

const accountOf = (shopId: number) => ({ kind: 'shop', shopId }) as const;

interface Adjustment extends JsonRecord {
  shop_id: number;
  amount: number;
  reason: string;
}

/** A correction that a second person confirms. */
const adjustment = defineGuarded<Adjustment>({
  kind: 'adjustment',
  family: 'shops',
  right: 'finance:decide',
  async describe(ctx, { shop_id, amount, reason }) {
    const { name, requisites } = await loadPayee(ctx, shop_id);
    const balance = await loadBalance(ctx, accountOf(shop_id));
    return {
      title: name,
      facts: [
        { key: 'shop', kind: 'text', after: name },
        ...payeeFacts(pick({ ...requisites }, ['legal_name', 'inn'])),
        { key: 'amount', kind: 'money', after: amount },
        {
          key: 'balance',
          kind: 'money',
          before: fromMinor(balance),
          after: fromMinor(balance + toMinor(amount)),
        },
        { key: 'reason', kind: 'text', after: reason },
      ],
    };
  },
  run: (ctx, { shop_id, amount, reason }) => adjustShop(ctx, String(shop_id), { amount, reason }),
});

/**
 * `POST shops/{id or slug}/adjustments`: credits or debits a shop against the platform, with a reason that the owner
 * sees. The balance may become negative. Returns the line.
 */
export async function adjustShop(
  ctx: UserCtx,
  key: string,
  input: Input<typeof adjustmentSchema>,
): Promise<LedgerRow> {
  const { id: shopId } = await ownShop(ctx, key);
  const content = { shop_id: shopId, amount: input.amount, reason: input.reason };
  await requireSecondPerson(ctx, adjustment, { id: shopId, content });
  const amount = toMinor(input.amount);
  const account = { kind: 'shop', shopId } as const;
  const [entryId = 0] = await postEntries(ctx, shopAdjusted(shopId, amount, input.reason));
  // The account is still locked, so this is the balance after our entry.
  const after = await loadBalance(ctx, account);
  await audit(ctx, {
    family: 'shops',
    id: shopId,
    action: 'adjustment',
    changes: {
      current_balance: [fromMinor(after - amount), fromMinor(after)],
      reason: [null, input.reason],
    },
  });
  return findEntryLine(ctx, account, entryId);
}

/** The shop of an address, for its owner and administrators. Throws NOT_FOUND. */
export async function ownShop(ctx: Ctx, key: string): Promise<{ id: number; slug: string; name: string }> {
  const byId = isId(key);
  const shop = await ctx.db
    .selectFrom('shops')
    .select(['id', 'slug', 'name'])
    .where(byId ? 'id' : 'slug', '=', byId ? Number(key) : key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!shop || !(isAdmin(ctx) || (ctx.user && ownShopIds(ctx.user).includes(shop.id)))) {
    throw new AppError('NOT_FOUND');
  }
  return shop;
}
