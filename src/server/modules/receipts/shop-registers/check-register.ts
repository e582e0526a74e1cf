import type { RegisterCheck } from '@/contract/receipts/shop-register';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { consume } from '@/server/core/rate-limits';
import type { CashRegister } from '@/server/integrations/registers/cash-register';
import type { RegisterDeps } from '@/server/integrations/registers/open-registers';
import { findFileShop } from '@/server/modules/shops/vendor-file/read-file';
import { openShopRegister } from '../queue/open-shop-registers';
import { findRegister } from './shop-register';

/** A document that no register has. */
const nobodys = '00000000-0000-4000-8000-000000000000';

const perHour = 30;

/**
 * `POST shops/{id}/register/check`: asks the register for a document that it does not have, so nothing is issued. Throws
 * NOT_FOUND, also for a shop without a register, and TOO_MANY_REQUESTS.
 */
export async function checkShopRegister(
  ctx: UserCtx,
  deps: RegisterDeps,
  key: string,
): Promise<RegisterCheck> {
  const shop = await findFileShop(ctx, key);
  const row = await findRegister(ctx, shop.id);
  if (!row) throw new AppError('NOT_FOUND');
  await consume(ctx, { key: `register-checks:${shop.id}`, hits: perHour, minutes: 60 });
  return checkRegister(openShopRegister(deps, row));
}

/** Whether it answers, and takes the credentials. */
export async function checkRegister({ read }: Pick<CashRegister, 'read'>): Promise<RegisterCheck> {
  const answer = await read(nobodys);
  if (answer.kind === 'unknown') return { state: 'silent', text: answer.failure };
  if (answer.kind !== 'failed') return { state: 'ok', text: null };
  const { failure, text } = answer;
  return { state: failure === 'access' || failure === 'silent' ? failure : 'ok', text };
}
