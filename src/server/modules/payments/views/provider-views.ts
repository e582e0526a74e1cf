import { sql } from 'kysely';
import { type ProviderName, providerNames } from '@/contract/ledger/providers';
import { shownNumber } from '@/contract/orders/number';
import type { ProviderView } from '@/contract/payments/views';
import type { Ctx } from '@/server/core/context';
import type { PaymentProvider } from '@/server/integrations/acquirers/payment-provider';
import { webhookUrl } from '../attempts/webhook-url';
import { attemptRows } from './list-payments';
import { presentWebhook, webhookColumns } from './payment-trail';

const day = 24 * 3600_000;
const latestWebhooks = 5;

const variables: Record<ProviderName, string[]> = {
  yookassa: ['YOOKASSA_SHOP_ID', 'YOOKASSA_SECRET'],
  tbank: ['TBANK_TERMINAL', 'TBANK_PASSWORD'],
};

/**
 * `GET payments/providers`: of each acquirer whether it is connected, and how its last day went. An exchange fails when no
 * answer came; a refusal is an answer.
 */
export async function providerViews(
  ctx: Ctx,
  providers: readonly Pick<PaymentProvider, 'name' | 'methods'>[],
): Promise<ProviderView[]> {
  const { rows } = await sql<{ provider: string; asked: number; failed: number }>`
    select provider, count(*)::int as asked, (count(*) filter (where outcome = 'unknown'))::int as failed
    from exchanges where created_at > ${new Date(ctx.now.getTime() - day)} group by provider`.execute(ctx.db);
  return Promise.all(
    providerNames.map(async (provider) => {
      const { asked = 0, failed = 0 } = rows.find((row) => row.provider === provider) ?? {};
      const open = providers.find(({ name }) => name === provider);
      return {
        provider,
        is_connected: open !== undefined,
        variables: variables[provider],
        asked,
        failed,
        methods: open?.methods.map(({ method }) => method) ?? [],
        webhook_url: webhookUrl(ctx.publicUrl, provider),
        webhooks: await lastWebhooks(ctx, provider),
        oldest: await oldestWaiting(ctx, provider),
      };
    }),
  );
}

async function lastWebhooks(ctx: Ctx, provider: ProviderName) {
  const rows = await ctx.db
    .selectFrom('provider_webhooks')
    .select(webhookColumns)
    .where('provider', '=', provider)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(latestWebhooks)
    .execute();
  return rows.map(presentWebhook);
}

async function oldestWaiting(ctx: Ctx, provider: ProviderName): Promise<ProviderView['oldest']> {
  const row = await attemptRows(ctx)
    .where('i.provider', '=', provider)
    .where('i.is_open', '=', true)
    .where('i.state', 'in', ['new', 'pending', 'unknown'])
    .orderBy('i.created_at')
    .orderBy('i.id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    order: { id: row.order_id, number: shownNumber(row) },
    created_at: row.created_at.toISOString(),
  };
}
