import { toMinor } from '@/contract/core/money';
import { withdraws } from '@/contract/ledger/withdraws';
import {
  type PayoutState,
  payoutStates,
  type payoutWordSchema,
  payoutWords,
} from '@/contract/ledger/withdraws/schema';
import type { Requisites } from '@/contract/shops/requisites';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { lockRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { Input } from '@/server/core/validate';
import { payeeFacts } from '@/server/modules/settings/approvals/payee-facts';
import { defineGuarded } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { payoutDebited, payoutReturned } from './entries';
import { postEntries } from './ledger';
import { movePayouts } from './move-payouts';
import { withdrawsService } from './withdraws';

interface PayoutWord extends JsonRecord {
  id: number;
  state: PayoutState;
  reason: string;
  version: number;
}

/** Without a statement only people know: whatever the sum, two of them say it. */
const word = defineGuarded<PayoutWord>({
  kind: 'payout-word',
  family: withdraws.name,
  right: 'finance:decide',
  async describe(ctx, { id, state, reason }) {
    const row = await ctx.db
      .selectFrom('withdraws')
      .innerJoin('shops', 'shops.id', 'withdraws.shop_id')
      .select(['withdraws.amount', 'withdraws.requisites', 'shops.name as shop'])
      .where('withdraws.id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      title: `№\u00a0${id}, ${row.shop}`,
      facts: [
        { key: 'shop', kind: 'text', after: row.shop },
        { key: `payout_${state}`, kind: 'money', after: row.amount },
        ...payeeFacts(row.requisites as Partial<Requisites> | null),
        { key: 'reason', kind: 'text', after: reason },
      ],
    };
  },
  run: (ctx, content) => sayPayout(ctx, content.id, content),
});

/**
 * `POST withdraws/{id}/payout`: a person's word for what no statement shows: the bank was debited, it was not after all, or
 * the money never left and the shop has it again (rules/ledger: a payout leaves the bank once). A line of the bank that comes
 * later confirms the word and posts nothing. Throws NOT_FOUND, CONFLICT for a stale version, ACTION_NOT_VALID for what is not
 * approved, has a line of the bank, or cannot become this.
 */
export async function sayPayout(
  ctx: UserCtx,
  id: number,
  { state, reason, version }: Input<typeof payoutWordSchema>,
): Promise<JsonRecord> {
  const row = await lockRow(ctx, 'withdraws', id);
  const from = payoutStates.find((one) => one === row.payout_state);
  if (!from || row.bank_line_id !== null || !payoutWords[from].includes(state))
    throw new AppError('ACTION_NOT_VALID');
  if (row.version !== version) {
    throw new AppError('CONFLICT', { current: await withdrawsService.get(ctx, String(id)) });
  }
  await requireSecondPerson(ctx, word, { id, version, content: { id, state, reason, version } });
  const { shop_id: shopId } = row;
  const sum = toMinor(row.amount);
  await postEntries(
    ctx,
    state === 'returned'
      ? payoutReturned(id, shopId, sum, 'payout_in_transit')
      : payoutDebited(id, state === 'debited' ? sum : -sum),
  );
  await movePayouts(ctx, [{ id, shopId, state, lineId: null, note: reason }]);
  await audit(ctx, {
    family: withdraws.name,
    id,
    action: 'decide',
    changes: { payout_state: [from, state], reason: [null, reason] },
  });
  return withdrawsService.get(ctx, String(id));
}
