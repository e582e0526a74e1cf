import { sql } from 'kysely';
import type { Requisites } from '@/contract/shops/requisites';
import { audit, type Changes } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JobRun } from '@/server/core/jobs/job';
import { consume } from '@/server/core/rate-limits';
import { settingsOptions } from '@/server/core/settings';
import { inTransaction } from '@/server/core/transaction';
import type { NpdStatus } from '@/server/integrations/npd/npd-status';
import { adminIds, notify } from '@/server/modules/messaging/notify';
import { send } from '@/server/modules/messaging/outbox';
import { shopBell } from '../shop-live';
import { ownerOfShop } from '../shop-owner';
import { npdLimit, saveCheck } from './check-requisites';
import { isSame, lastChecks, type Subject, toSubject } from './checks';
import { papersLink, reopenIfComplete } from './decide-paper';
import { statusEnded } from './emails';
import { pause } from './expire-papers';
import { type FileShop, lockFileShop } from './read-file';

/**
 * Asks the tax office again, in each new business month, whether self-employed vendors still have the status, as far as its
 * limit allows; the rest waits for the next run (rules/shops: the status of the self-employed is asked every month).
 */
export async function recheckNpd({ ctx, signal }: JobRun, npd: NpdStatus): Promise<void> {
  const { vendorFile } = await settingsOptions(ctx);
  if (!vendorFile.isOn) return;
  for (const { shop_id, subject } of await dueShops(ctx)) {
    if (signal.aborted || !(await mayAsk(ctx))) return;
    const asked = subject as unknown as Subject;
    // Without an answer the last one stays, and the shop is asked in a later run.
    const hasStatus = await npd(asked.inn, ctx.now).catch(() => undefined);
    if (hasStatus !== undefined)
      await inTransaction(ctx, (inside) => settle(inside, shop_id, asked, hasStatus));
  }
}

/** In no order, so that one ИНН which the service cannot answer holds up no other. */
function dueShops(ctx: Ctx) {
  return ctx.db
    .selectFrom('vendor_checks as c')
    .innerJoin('shops as s', 's.id', 'c.shop_id')
    .select(['c.shop_id', 'c.subject'])
    .where('c.register', '=', 'npd')
    .where(sql<boolean>`(c.state = 'accepted' or (c.state = 'declined' and c.decided_by is null))`)
    .where(
      sql<boolean>`c.updated_at < date_trunc('month', ${ctx.now}::timestamptz at time zone business_time_zone())
        at time zone business_time_zone()`,
    )
    .where('s.deleted_at', 'is', null)
    .where('s.requisites', 'is not', null)
    .orderBy(sql`random()`)
    .limit(20)
    .execute();
}

async function mayAsk(ctx: Ctx): Promise<boolean> {
  try {
    await consume(ctx, npdLimit);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}

async function settle(ctx: Ctx, shopId: number, subject: Subject, hasStatus: boolean): Promise<void> {
  const shop = await lockFileShop(ctx, shopId);
  if (!shop) return;
  const known = (await lastChecks(ctx, shop.id, shop.requisites)).find(({ register }) => register === 'npd');
  // The requisites have changed meanwhile, or nobody asks for the status any more.
  if (!known || known.state === 'missing' || !isSame(subject, toSubject(shop.requisites as Requisites)))
    return;
  await saveCheck(ctx, shop, {
    register: 'npd',
    subject,
    reason: null,
    decided_by: null,
    ...(hasStatus ? { state: 'accepted', differences: [] } : { state: 'declined', differences: ['status'] }),
  });
  if (hasStatus) await reopenIfComplete(ctx, shop);
  else await tellEnded(ctx, shop);
}

/** Also in each later month in which it is still missing: a reminder. */
async function tellEnded(ctx: Ctx, shop: FileShop): Promise<void> {
  const { vendorFile } = await settingsOptions(ctx);
  const isPaused = vendorFile.pauses && shop.is_active;
  if (isPaused) await pause(ctx, shop.id);
  const changes: Changes = isPaused ? { is_active: [true, false] } : {};
  await audit(ctx, { family: 'shops', id: shop.id, action: 'status-ended', changes });
  const owner = await ownerOfShop(ctx, shop.id);
  const email = statusEnded({ name: owner.name, shop: shop.name, isPaused, link: papersLink(ctx, shop) });
  await send(ctx, { channel: 'mail', to: owner.email, ...email });
  const receivers = [owner.id, ...(await adminIds(ctx, 'shops'))];
  await notify(ctx, { ...shopBell(shop, 'status-ended'), text: shop.name, receivers });
}
