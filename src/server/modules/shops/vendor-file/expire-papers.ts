import { sql } from 'kysely';
import { businessDay } from '@/contract/settings/business-day';
import { audit, type Changes } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import type { JobRun } from '@/server/core/jobs/job';
import { settingsOptions } from '@/server/core/settings';
import { inTransaction } from '@/server/core/transaction';
import { notify } from '@/server/modules/messaging/notify';
import { send } from '@/server/modules/messaging/outbox';
import { publishShop, shopBell } from '../shop-live';
import { ownerOfShop } from '../shop-owner';
import { papersLink } from './decide-paper';
import { paperExpired, paperExpires } from './emails';
import { lockFileShop, whatLacks } from './read-file';

/** Days before the last day of validity that the owner is reminded at; 0: it is over. */
const stages = [0, 1, 7, 30] as const;
const longest = 30;
const batch = 200;

/**
 * Reminds owners of papers that expire, each time once, and closes shops whose obligatory paper has expired if the settings
 * say so. Each paper has a transaction of its own, so that one failure holds up no other.
 */
export async function expirePapers({ ctx, report, signal }: JobRun): Promise<void> {
  const { vendorFile } = await settingsOptions(ctx);
  if (!vendorFile.isOn) return;
  const today = businessDay(ctx.now);
  let after = 0;
  while (!signal.aborted) {
    const rows = await duePapers(ctx, today, after);
    for (const { id, shop_id } of rows) {
      await inTransaction(ctx, (inside) => remind(inside, { id, shop_id }, today)).catch(report);
      after = id;
    }
    if (rows.length < batch) return;
  }
}

/** Accepted papers of today's owners in force, or the last in force, that a reminder is due for. */
async function duePapers(ctx: Ctx, today: string, after: number) {
  const { rows } = await sql<{ id: number; shop_id: number }>`select p.id, p.shop_id from vendor_papers p
    join shops s on s.id = p.shop_id and s.owner_id = p.owner_id and s.deleted_at is null
    where p.state = 'accepted' and p.id > ${after} and p.expires_on <= ${today}::date + ${longest}::int
      and coalesce(p.reminded, 999) > (select min(stage) from unnest(${[...stages]}::int[]) as stage
        where case when stage = 0 then p.expires_on < ${today}::date
          else p.expires_on - ${today}::date <= stage end)
      and not exists (select from vendor_papers newer where newer.shop_id = p.shop_id
        and newer.owner_id = p.owner_id and newer.item = p.item and newer.id > p.id and newer.state = 'accepted')
    order by p.id limit ${batch}`.execute(ctx.db);
  return rows;
}

async function remind(ctx: Ctx, due: { id: number; shop_id: number }, today: string): Promise<void> {
  const shop = await lockFileShop(ctx, due.shop_id);
  const paper = await ctx.db
    .selectFrom('vendor_papers')
    .select(['id', 'item', 'reminded', 'owner_id', sql<string>`expires_on::text`.as('until')])
    .where('id', '=', due.id)
    .where('state', '=', 'accepted')
    .forUpdate()
    .executeTakeFirst();
  if (!shop || !paper || paper.owner_id !== shop.owner_id) return;
  const stage = stageOf(paper.until, today);
  if (stage === undefined || (paper.reminded ?? 999) <= stage) return;
  await ctx.db.updateTable('vendor_papers').set({ reminded: stage }).where('id', '=', paper.id).execute();
  const { vendorFile } = await settingsOptions(ctx);
  const isDemanded = stage === 0 && (await whatLacks(ctx, shop)).includes(paper.item);
  const isPaused = isDemanded && vendorFile.pauses && shop.is_active;
  if (isPaused) {
    await pause(ctx, shop.id);
    const changes = { is_active: [true, false] } satisfies Changes;
    await audit(ctx, { family: 'shops', id: shop.id, action: 'paper-expired', changes });
  }
  // What is asked no more, or was replaced by another kind of vendor, is nobody's concern.
  const isAsked = Object.values(vendorFile.papers).some((papers) =>
    papers.some(({ key }) => key === paper.item),
  );
  if (!isAsked) return;
  const owner = await ownerOfShop(ctx, shop.id);
  const told = { name: owner.name, shop: shop.name, until: paper.until, link: papersLink(ctx, shop) };
  const email = stage === 0 ? paperExpired({ ...told, isPaused }) : paperExpires(told);
  await send(ctx, { channel: 'mail', to: owner.email, ...email });
  await notify(ctx, { ...shopBell(shop, 'paper-expires'), text: shop.name, receivers: [owner.id] });
}

/** The smallest stage that has been reached; a paper is valid through its last day. */
function stageOf(until: string, today: string): number | undefined {
  const left = Math.round((Date.parse(until) - Date.parse(today)) / (24 * 3600_000));
  if (left < 0) return 0;
  return stages.find((stage) => stage > 0 && left <= stage);
}

/** The products stay as they are, as in any closed shop. */
export async function pause(ctx: Ctx, id: number): Promise<void> {
  await updateRow(ctx, 'shops', id, { is_active: false, file_paused_at: ctx.now });
  await publishShop(ctx, id);
}

const year = 365 * 24 * 3600_000;

/**
 * Deletes papers a year after they lost their use: declined, replaced, followed by a newer accepted one, of a former owner
 * or of a removed shop. Their files follow as unused ones (rules/shops: papers without use are forgotten).
 */
export async function forgetPapers({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const ago = new Date(now.getTime() - year);
  await sql`delete from vendor_papers p using shops s where s.id = p.shop_id and (
    (p.state in ('declined', 'replaced') and p.updated_at < ${ago})
    or (s.owner_id is distinct from p.owner_id and greatest(p.updated_at, s.updated_at) < ${ago})
    or s.deleted_at < ${ago}
    or exists (select from vendor_papers newer where newer.shop_id = p.shop_id and newer.owner_id = p.owner_id
      and newer.item = p.item and newer.id > p.id and newer.state = 'accepted' and newer.decided_at < ${ago}))`.execute(
    db,
  );
}
