import { sql } from 'kysely';
import * as yup from 'yup';
import { resources } from '@/contract';
import { type HistoryEntry, historyFamilies, shopHistory } from '@/contract/core/history';
import type { Page } from '@/contract/core/paging';
import { isAllowed } from '@/contract/core/permissions';
import { type Changes, withoutSecrets } from '@/server/core/audit';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { prepared } from '@/server/core/db/prepared';
import { AppError } from '@/server/core/errors';
import type { Services } from '@/server/core/module';
import { wrapPage } from '@/server/core/page-envelope';
import { assertFamily } from '@/server/core/rights/family-rights';
import { validate } from '@/server/core/validate';
import { nameValues } from './history-names';

const querySchema = yup.object({
  family: yup.string().oneOf(historyFamilies, 'error-wrong-value').required('error-wrong-value'),
  id: yup.number().integer().positive().typeError('error-wrong-value').required('error-wrong-value'),
  page: yup.number().integer().min(1, 'error-wrong-value').max(1_000_000, 'error-wrong-value').default(1),
  limit: yup.number().integer().min(1, 'error-wrong-value').max(100, 'error-wrong-value').default(15),
});

/**
 * `GET audit`: history of one row, newest first. Administrators read every family; shops read that of their own rows,
 * without IP addresses. Throws FORBIDDEN, NOT_FOUND.
 */
export async function rowHistory(
  ctx: UserCtx,
  services: Services,
  query: Record<string, unknown>,
): Promise<Page<HistoryEntry>> {
  const { family, id, page, limit } = await validate(querySchema, query);
  await assertHistory(ctx, services, family, id);
  const found = ctx.db
    .selectFrom('audit_log')
    .where('audit_log.family', '=', family)
    .where('audit_log.row_id', '=', id);
  const { total } = await found
    .modifyFront(prepared)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .$if(page === 1, (query) => query.modifyFront(prepared))
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .select(['audit_log.id', 'at', 'action', 'ip', 'changes', 'users.id as user_id', 'users.name'])
    .orderBy('audit_log.id', 'desc')
    .limit(sql.lit(limit))
    .offset(page === 1 ? sql.lit(0) : (page - 1) * limit)
    .execute();
  const entries = rows.map(({ changes }) => ({ family, changes: withoutSecrets(changes as Changes) }));
  const changes = await nameValues(ctx, entries);
  const data = rows.map(({ user_id, name, at, ...row }, index) => ({
    ...row,
    ip: isAdmin(ctx) ? row.ip : null,
    at: at.toISOString(),
    user: user_id === null || name === null ? null : { id: user_id, name },
    changes: changes[index] ?? {},
  }));
  return wrapPage({ endpoint: 'audit' }, { page, limit }, query, {
    data,
    total: Number(total),
    isEstimate: false,
  });
}

/** Throws unless the person may read the history of a row: FORBIDDEN by the family, NOT_FOUND by the row. */
export async function assertHistory(
  ctx: UserCtx,
  services: Services,
  family: string,
  id: number,
): Promise<void> {
  assertFamily(ctx, family);
  if (isAdmin(ctx)) return;
  const own = shopHistory.find((one) => one === family);
  if (!own || !isAllowed(resources[own].allow.update, ctx.user.permissions)) throw new AppError('FORBIDDEN');
  if (!(await services[own].isEditable(ctx, id))) throw new AppError('NOT_FOUND');
}
