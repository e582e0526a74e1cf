import type { Page } from '@/contract/core/paging';
import type { ReconciliationFile } from '@/contract/payments/reconciliation';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { listRules, readPage, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import { presentFiles, visibleTo } from './file-rows';

const rules = listRules('reconciliation/files', { params: [] });

/** `GET reconciliation/files`: latest first. */
export async function listFiles(ctx: UserCtx, query: JsonRecord): Promise<Page<ReconciliationFile>> {
  const list = checkList(rules, query, ctx);
  const chosen = ctx.db.selectFrom('reconciliation_files').where(visibleTo(ctx));
  const { rows, total } = await readPage(chosen, list);
  return wrapPage(rules, list, query, { data: await presentFiles(ctx, rows), total });
}
