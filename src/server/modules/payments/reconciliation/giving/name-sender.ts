import { toMinor } from '@/contract/core/money';
import type { BankLine, nameSenderSchema } from '@/contract/payments/reconciliation';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { Input } from '@/server/core/validate';
import { openDifferences } from '../differences';
import { accountKey, nameKey } from '../known-senders';
import { getBankLine } from '../list-lines';
import { settleWaiting } from '../settle-waiting';
import { readGivable } from './give-line';
import type { GivenLine } from './given-line';

/**
 * `POST reconciliation/lines/{id}/sender`: a person says once that a sender is an acquirer, and from then on its name and account
 * are known. Its lines that nobody has explained become transfers of that acquirer, and its registries settle them: the same as
 * if they had come with its ИНН. Throws NOT_FOUND, ACTION_NOT_VALID for a line that was given or has no name.
 */
export async function nameSender(
  ctx: UserCtx,
  id: number,
  { provider }: Input<typeof nameSenderSchema>,
): Promise<BankLine> {
  const line = await readGivable(ctx, id);
  const { party, party_inn: inn, party_account: account, party_bic: bic } = line;
  // A sender without a name is known by its account only.
  const name_key = nameKey(party) || accountKey(line) || inn;
  if (!name_key) throw new AppError('ACTION_NOT_VALID');
  const named = { provider, inn, account, bic, confirmed_by: ctx.user.id, confirmed_at: ctx.now };
  await ctx.db
    .insertInto('bank_senders')
    .values({ name_key, ...named })
    .onConflict((conflict) => conflict.columns(['name_key']).doUpdateSet(named))
    .execute();
  const waiting = await linesOfSender(ctx, line);
  await ctx.db
    .updateTable('bank_lines')
    .set({ match: 'acquirer', order_id: null, order_ids: [] })
    .where(
      'id',
      'in',
      waiting.map((one) => one.id),
    )
    .execute();
  await openDifferences(
    ctx,
    waiting.map((one) => ({
      kind: 'bank_differs',
      provider,
      subject: 'bank_line',
      objectId: String(one.id),
      day: one.day,
      ours: null,
      theirs: toMinor(one.amount),
      orderId: null,
      bankLineId: one.id,
      refundIds: null,
    })),
  );
  await settleWaiting(ctx, provider);
  await audit(ctx, {
    family: 'reconciliation',
    id,
    action: 'decide',
    changes: { sender: [null, party || account], provider: [null, provider] },
  });
  return getBankLine(ctx, id);
}

/** Of the same sender and not explained, locked: the line itself among them. */
async function linesOfSender(ctx: UserCtx, line: GivenLine): Promise<GivenLine[]> {
  const lines = await ctx.db
    .selectFrom('bank_lines')
    .selectAll()
    .where('is_posted', '=', true)
    .where('direction', '=', 'in')
    .where('attempt_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('id', '=', line.id),
        eb.and([
          eb('match', '=', 'unknown'),
          eb('party', '=', line.party),
          eb('party_inn', 'is not distinct from', line.party_inn),
          eb.not(
            eb.exists(
              eb.selectFrom('bank_line_uses as u').select('u.id').whereRef('u.line_id', '=', 'bank_lines.id'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(1000)
    .forUpdate()
    .execute();
  const own = lines.find(({ id }) => id === line.id);
  if (!own || !['unknown', 'buyer'].includes(own.match ?? '')) throw new AppError('ACTION_NOT_VALID');
  return lines;
}
