import type { Selectable } from 'kysely';
import type { Attachment } from '@/contract/core/define';
import type { Page } from '@/contract/core/paging';
import type { Chargeback } from '@/contract/payments/tasks';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { rejectValue } from '@/server/core/errors';
import { withSignedFiles } from '@/server/core/files/file-links';
import type { JsonRecord } from '@/server/core/json-record';
import { isId } from '@/server/core/numbers';
import { listRules, readPage, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';

const rules = listRules('chargebacks', { params: ['order_id'] });

/** `GET chargebacks?order_id=`, latest first. */
export async function listChargebacks(ctx: Ctx, query: JsonRecord): Promise<Page<Chargeback>> {
  const list = checkList(rules, query, ctx);
  const { order_id } = list.filters;
  if (order_id !== undefined && !isId(String(order_id))) rejectValue('order_id');
  const chosen = ctx.db
    .selectFrom('chargebacks')
    .$if(order_id !== undefined, (found) => found.where('order_id', '=', Number(order_id)));
  const { rows, total } = await readPage(chosen, list);
  return wrapPage(rules, list, query, { data: await presentChargebacks(ctx, rows), total });
}

type Row = Selectable<DB['chargebacks']>;

export async function presentChargeback(ctx: Ctx, row: Row): Promise<Chargeback> {
  const [chargeback] = await presentChargebacks(ctx, [row]);
  if (!chargeback) throw new Error('No chargeback');
  return chargeback;
}

/** Evidence is private: its links are signed for the reader. */
export async function presentChargebacks(ctx: Ctx, rows: readonly Row[]): Promise<Chargeback[]> {
  const shown = rows.map(
    (row): Chargeback => ({
      id: row.id,
      order_id: row.order_id,
      payment_id: row.attempt_id,
      amount: row.amount,
      respond_by: row.respond_by,
      reason: row.reason,
      state: row.state as Chargeback['state'],
      evidence: (row.evidence ?? []) as unknown as Attachment[],
      created_at: row.created_at.toISOString(),
      decided_at: row.decided_at?.toISOString() ?? null,
    }),
  );
  return withSignedFiles(ctx, shown, 'evidence');
}
