import { type SqlBool, sql } from 'kysely';
import type { AnyResource } from '@/contract/core/define';
import { isAllowed } from '@/contract/core/permissions';
import { allowedExporters } from '@/contract/family-actions';
import type { ReportPerson } from '@/contract/insights/saved-reports';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { assertFamily } from '@/server/core/rights/family-rights';
import { findPerson } from '@/server/core/sessions';
import { findList, type ViewList } from '@/server/modules/settings/saved-views';

/** The list of a report, and where it is. */
export interface ReportPlace {
  family: string;
  shop_id: number | null;
}

/**
 * The list, if the person may open its page and take it out as a file. Throws VALIDATION_FAILED for an unknown list,
 * FORBIDDEN, and NOT_FOUND for another vendor's shop.
 */
export async function findReportList(ctx: UserCtx, family: unknown, shop: unknown): Promise<ViewList> {
  const target = await findList(ctx, family, shop);
  assertFamily(ctx, target.list.name);
  if (!isAllowed(allowedExporters(target.list), ctx.user.permissions)) throw new AppError('FORBIDDEN');
  return target;
}

/** The person as of now, with a context to read as; undefined for one who may not read that list any more. */
export async function asReader(
  ctx: Ctx,
  userId: number,
  { family, shop_id }: ReportPlace,
): Promise<{ ctx: UserCtx; list: AnyResource } | undefined> {
  const user = await findPerson(ctx.db, userId);
  if (!user) return undefined;
  const own = { ...ctx, user };
  const list = await openList(own, { family, shop_id });
  return list && { ctx: own, list };
}

/** Whether the person of the request may still read that list. */
export const mayOpenList = async (ctx: UserCtx, place: ReportPlace): Promise<boolean> =>
  (await openList(ctx, place)) !== undefined;

async function openList(ctx: UserCtx, { family, shop_id }: ReportPlace): Promise<AnyResource | undefined> {
  try {
    return (await findReportList(ctx, family, shop_id)).list;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * People whom an owner may choose as receivers: those who may read that list themselves. In a shop its owner and staff,
 * and other administrators for an administrator; at the root administrators only, because each owner has other rows there.
 */
export async function possibleReceivers(ctx: UserCtx, place: ReportPlace): Promise<ReportPerson[]> {
  const able: ReportPerson[] = [];
  for (const { id, name } of await candidates(ctx, place)) {
    if (id === ctx.user.id) continue;
    if (await asReader(ctx, id, place)) able.push({ id, name });
  }
  return able;
}

const mostCandidates = 100;

function candidates(ctx: UserCtx, { shop_id }: ReportPlace): Promise<ReportPerson[]> {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where((eb) => {
      const administrators = sql<SqlBool>`permissions @> array['super_admin']::text[]`;
      if (shop_id === null) return isAdmin(ctx) ? administrators : eb.lit(false);
      const ofShop = eb.or([
        eb('shop_id', '=', shop_id),
        eb('id', 'in', eb.selectFrom('shops').select('owner_id').where('id', '=', shop_id)),
      ]);
      return isAdmin(ctx) ? eb.or([administrators, ofShop]) : ofShop;
    })
    .orderBy('name')
    .orderBy('id')
    .limit(mostCandidates)
    .execute();
}
