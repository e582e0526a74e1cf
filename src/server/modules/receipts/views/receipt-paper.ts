import { fromMinor } from '@/contract/core/money';
import { vatWithin } from '@/contract/ledger/accounts';
import { type ReceiptLine, type ReceiptVat, vatPercent } from '@/contract/receipts/receipt';
import type { PaperLine, ReceiptPaper } from '@/contract/receipts/views';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { readPathId } from '@/server/core/numbers';
import { settingsOptions } from '@/server/core/settings';
import type { RegisterOwner } from '@/server/integrations/registers/cash-register';
import { orderShopIds } from '@/server/modules/orders/policy';
import { sellerNow } from '../queue/seller';
import { seenOrder, shopShare } from './order-receipts';
import { orderNumber, receiptProof, receiptQr, type StoredReceipt } from './present-receipt';

/** `GET receipt-pages/{secret}`: the receipt of a link. Throws NOT_FOUND. */
export async function paperBySecret(ctx: Ctx, secret: string): Promise<ReceiptPaper> {
  if (!/^[\da-f]{64}$/.test(secret)) throw new AppError('NOT_FOUND');
  const row = await ctx.db
    .selectFrom('receipts')
    .selectAll()
    .where('secret', '=', secret)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return paperOf(ctx, row as unknown as StoredReceipt);
}

/** A receipt that the caller sees as a whole: a shop those of its parts only. Throws NOT_FOUND. */
export async function wholeReceipt(ctx: UserCtx, key: string): Promise<StoredReceipt> {
  const found = await ctx.db
    .selectFrom('receipts')
    .selectAll()
    .where('id', '=', readPathId(key))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const row = found as unknown as StoredReceipt;
  await assertWhole(ctx, row);
  return row;
}

async function assertWhole(ctx: UserCtx, row: StoredReceipt): Promise<void> {
  if (isAdmin(ctx)) return;
  // A shop reaches an order by its parts, and a person may have several of them.
  const parts = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('parent_id', '=', row.order_id)
    .where('shop_id', 'in', [0, ...orderShopIds(ctx)])
    .orderBy('id')
    .execute();
  for (const { id } of parts) {
    const { seen } = await seenOrder(ctx, String(id));
    if (shopShare(row, seen) === undefined) return;
  }
  throw new AppError('NOT_FOUND');
}

async function paperOf(ctx: Ctx, row: StoredReceipt): Promise<ReceiptPaper> {
  const { siteTitle } = await settingsOptions(ctx);
  const seller = await sellerOf(ctx, row);
  const proof = receiptProof(row);
  return {
    kind: row.kind,
    is_return: row.is_return,
    proof,
    url: row.url,
    qr: proof && receiptQr(row, proof),
    order: await orderNumber(ctx, row.order_id),
    seller: {
      name: seller?.name ?? siteTitle,
      inn: seller?.inn ?? '',
      tax_system: seller?.taxSystem ?? null,
      address: seller?.address ?? null,
    },
    site: seller && !seller.isOnline ? seller.site : new URL(ctx.publicUrl).host,
    lines: row.lines.map(paperLine),
    amount: row.amount,
    cash: row.cash,
    cashless: row.cashless,
    prepaid: row.prepaid,
    vat: vatOfLines(row.lines),
  };
}

/** As the register got it; before that as it is now (rules/receipts: a slip says who sold then). */
async function sellerOf(ctx: Ctx, row: StoredReceipt): Promise<RegisterOwner | null> {
  if (row.seller !== null) return row.seller as unknown as RegisterOwner;
  const now = await sellerNow(ctx, row.shop_id);
  return typeof now === 'string' ? null : now;
}

const paperLine = ({ price, sum, markCode, name, quantity, ...line }: ReceiptLine): PaperLine => ({
  name,
  price: fromMinor(price),
  quantity,
  sum: fromMinor(sum),
  mark_code: markCode,
  subject: line.subject,
  mode: line.mode,
  vat: line.vat,
  supplier: line.supplier,
});

/** Of each rate, as each line has it; without tax the sum of the lines themselves. */
function vatOfLines(lines: readonly ReceiptLine[]): ReceiptPaper['vat'] {
  const sums = new Map<ReceiptVat, number>();
  for (const { vat, sum } of lines) {
    const percent = vatPercent(vat);
    sums.set(vat, (sums.get(vat) ?? 0) + (percent === 0 ? sum : vatWithin(sum, percent)));
  }
  return [...sums].map(([rate, sum]) => ({ rate, sum: fromMinor(sum) }));
}
