import type { Page } from '@/contract/core/paging';
import { type ExchangeRow, exchangeOutcomes } from '@/contract/payments/exchanges';
import type { Ctx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { listRules, readPage, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';

const rules = listRules('exchanges', { params: ['provider', 'outcome', 'reference'] });

export async function listExchanges(ctx: Ctx, query: JsonRecord): Promise<Page<ExchangeRow>> {
  const list = checkList(rules, query, ctx);
  const { provider, outcome, reference } = list.filters;
  const known = exchangeOutcomes.find((one) => one === outcome);
  if (outcome && !known) rejectValue('outcome');
  const chosen = ctx.db
    .selectFrom('exchanges')
    .$if(provider !== undefined, (found) => found.where('provider', '=', String(provider)))
    .$if(known !== undefined, (found) => found.where('outcome', '=', String(known)))
    .$if(reference !== undefined, (found) => found.where('reference', '=', String(reference)));
  const { rows, total } = await readPage(chosen, list);
  const data = rows.map((row) => ({
    ...row,
    outcome: row.outcome as ExchangeRow['outcome'],
    created_at: row.created_at.toISOString(),
  }));
  return wrapPage(rules, list, query, { data, total });
}
