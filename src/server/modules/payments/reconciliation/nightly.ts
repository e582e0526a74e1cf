import { type ProviderName, providerNames } from '@/contract/ledger/providers';
import { dayAfter } from '@/server/core/business-time';
import type { RequestDeps } from '@/server/core/deps';
import type { Job, JobCtx } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';
import type { AcquirerSettings } from '@/server/integrations/acquirer-settings';
import { openProviders } from '@/server/integrations/acquirers/open-providers';
import { moscowDay, startOfMoscowDay } from '@/server/integrations/moscow-day';
import { maxRepeats } from '@/server/integrations/outgoing/call';
import { mailAdmins } from '@/server/modules/messaging/mail-admins';
import { notify } from '@/server/modules/messaging/notify';
import { nightFailed, providerTitles } from '@/server/modules/messaging/reconciliation-emails';
import { compareDay } from './compare-day';
import { comparePayouts } from './payouts/compare-payouts';
import { notifyPayouts } from './payouts/notify-payouts';
import { compareJob } from './post-file';

type NightDeps = AcquirerSettings & Pick<RequestDeps, 'db' | 'now'>;

/** Registries are sent in the morning. */
const firstHour = 6;
/** A night that did not agree is compared again while it is one of the last. */
const daysBack = 2;
const hourMs = 3600_000;

/** Compares each provider every night, and a day again when its registry has been posted. */
export function reconciliationJobs(deps: NightDeps): readonly Job[] {
  return [
    {
      kind: 'scheduled',
      name: 'reconciliation',
      everyMs: hourMs,
      run: ({ ctx, report }) => compareNights(ctx, deps, report),
    },
    {
      kind: 'queued',
      name: compareJob,
      maxFailures: 5,
      concurrency: 1,
      run: ({ ctx }, { provider, day }) => {
        const name = providerNames.find((one) => one === provider);
        return name ? compareDay(ctx, name, String(day), openedOf(deps, name)) : Promise.resolve();
      },
    },
  ];
}

const openedOf = (deps: NightDeps, name: ProviderName) =>
  openProviders(deps, { repeats: maxRepeats }).find((one) => one.name === name);

/** Payouts, and the last days of every provider that is connected or has taken money. One that fails does not stop the others. */
export async function compareNights(
  ctx: JobCtx,
  deps: NightDeps,
  report: (error: unknown) => void,
): Promise<void> {
  const today = moscowDay(ctx.now);
  if (ctx.now.getTime() - startOfMoscowDay(today).getTime() < firstHour * hourMs) return;
  await inTransaction(ctx, comparePayouts).catch(report);
  await notifyPayouts(ctx).catch(report);
  for (const name of await providersAtWork(ctx, deps)) {
    await compareLast(ctx, deps, name, today).catch(report);
  }
}

async function compareLast(ctx: JobCtx, deps: NightDeps, name: ProviderName, today: string): Promise<void> {
  for (let back = daysBack; back >= 1; back -= 1) {
    const day = dayAfter(today, 0 - back);
    if (await hasAgreed(ctx, name, day)) continue;
    const isOk = await compareDay(ctx, name, day, openedOf(deps, name));
    if (!isOk) await tellFinance(ctx, name, day);
  }
}

async function providersAtWork({ db }: JobCtx, deps: NightDeps): Promise<ProviderName[]> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select('provider')
    .distinct()
    .where('captured', '>', 0)
    .where('provider', 'in', [...providerNames])
    .execute();
  return providerNames.filter((name) => deps[name] || rows.some(({ provider }) => provider === name));
}

async function hasAgreed({ db }: JobCtx, provider: string, day: string): Promise<boolean> {
  const run = await db
    .selectFrom('reconciliation_runs')
    .select('is_ok')
    .where('provider', '=', provider)
    .where('day', '=', day)
    .executeTakeFirst();
  return run?.is_ok === true;
}

/** Once for a night, in the transaction that says so. */
async function tellFinance(ctx: JobCtx, provider: ProviderName, day: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const run = await inside.db
      .updateTable('reconciliation_runs')
      .set({ told_at: ctx.now })
      .where('provider', '=', provider)
      .where('day', '=', day)
      .where('is_ok', '=', false)
      .where('told_at', 'is', null)
      .returning(['id', 'differences', 'failure'])
      .executeTakeFirst();
    if (!run) return;
    const { differences, failure } = run;
    const link = `${ctx.publicUrl}/admin/ledger?view=reconciliation`;
    const receivers = await mailAdmins(inside, 'finance', (name) =>
      nightFailed({ name, provider, day, link, differences, failure }),
    );
    await notify(inside, {
      receivers,
      type: 'reconciliation',
      tracker: providerTitles[provider],
      subjectId: run.id,
      text: day.split('-').toReversed().join('.'),
    });
  });
}
