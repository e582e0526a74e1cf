import { toDecimal, toMinor } from '@/contract/core/money';
import type { JobCtx } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';
import { moscowDay, startOfMoscowDay } from '@/server/integrations/moscow-day';
import { reconcileReceipts } from '@/server/modules/ledger/reconcile';
import { mailAdmins } from '@/server/modules/messaging/mail-admins';
import { receiptsDiffer } from '@/server/modules/messaging/receipts-emails';
import { unissuedMoney } from './unissued';

const hourMs = 3600_000;
/** After midnight in Moscow, before people come. */
const beginsMs = 5 * hourMs;

/** Compares receipts with the ledger once a night, and tells finance when they differ or one is late. */
export async function compareNight(ctx: JobCtx): Promise<void> {
  const day = moscowDay(ctx.now);
  const isEarly = ctx.now.getTime() < startOfMoscowDay(day).getTime() + beginsMs;
  if (isEarly || (await isCompared(ctx, day))) return;
  const { from, receipts, amount, late } = await unissuedMoney(ctx);
  if (from === null) return;
  const { length: problems } = await reconcileReceipts(ctx);
  await inTransaction(ctx, async (inside) => {
    const isBad = problems > 0 || late > 0;
    const kept = await inside.db
      .insertInto('receipt_nights')
      .values({
        day,
        problems,
        receipts,
        amount: toDecimal(toMinor(amount)),
        late,
        told_at: isBad ? ctx.now : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('day')
      .executeTakeFirst();
    if (!kept || !isBad) return;
    const link = `${ctx.publicUrl}/admin/ledger?view=receipts`;
    await mailAdmins(inside, 'finance', (name) => receiptsDiffer({ name, link, problems, amount, late }));
  });
}

async function isCompared({ db }: JobCtx, day: string): Promise<boolean> {
  const row = await db.selectFrom('receipt_nights').select('day').where('day', '=', day).executeTakeFirst();
  return row !== undefined;
}
