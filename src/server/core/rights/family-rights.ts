import { decisionRight, familyAreas, familyRight } from '@/contract/access';
import { limited } from '@/contract/core/areas';
import { ownValue } from '@/contract/core/own-value';
import { type Ctx, mayDo, type UserCtx } from '../context';
import { AppError } from '../errors';

/**
 * Whether the person's role covers a family, where an action gathers over families (rules/accounts: a role opens
 * areas). A family that the table lacks is closed to whoever a role limits.
 */
export function mayUseFamily(
  ctx: Pick<UserCtx, 'user'>,
  family: string,
  level: 'read' | 'write' = 'read',
): boolean {
  if (!ctx.user.permissions.includes(limited)) return true;
  const right = familyRight(family, level);
  return right !== undefined && mayDo(ctx, right);
}

/** Throws FORBIDDEN with the right that is missing. */
export function assertFamily(
  ctx: Pick<UserCtx, 'user'>,
  family: string,
  level: 'read' | 'write' = 'read',
): void {
  if (mayUseFamily(ctx, family, level)) return;
  const right = familyRight(family, level);
  throw new AppError('FORBIDDEN', right ? { needs: [right] } : {});
}

/** Whether the person's role covers decisions about rows of a table, such as approvals in a form. */
export function mayDecide({ user }: Pick<Ctx, 'user'>, table: string): boolean {
  if (!user?.permissions.includes(limited)) return true;
  const area = ownValue(familyAreas, table.replaceAll('_', '-'));
  return area !== undefined && mayDo({ user }, decisionRight(area));
}
