import { type Requisites, requisitesSchema } from '@/contract/shops/requisites';
import type { VendorFile, VendorRegister } from '@/contract/shops/vendor-file';
import type { askRegisterSchema, decideCheckSchema } from '@/contract/shops/vendor-file/schema';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { consume } from '@/server/core/rate-limits';
import { inTransaction } from '@/server/core/transaction';
import type { Input } from '@/server/core/validate';
import type { NpdStatus } from '@/server/integrations/npd/npd-status';
import type { Directories } from '@/server/integrations/suggest/directories';
import { publishShop } from '../shop-live';
import { differencesFrom, isSame, lastChecks, listRegisters, type Subject, toSubject } from './checks';
import { reopenIfComplete } from './decide-paper';
import { type FileShop, findFileShop, readVendorFile } from './read-file';

export interface Registers {
  organisations: Directories['organisations'];
  /** Undefined while no service is configured: a person decides. */
  npd: NpdStatus | undefined;
}

/**
 * `POST shops/{id}/checks`: compares the requisites with the register. The service is asked outside of the transaction, and
 * its answer is dropped when the requisites have changed meanwhile. Throws NOT_FOUND, ACTION_NOT_VALID for a register that
 * does not concern the shop, CONFLICT, TOO_MANY_REQUESTS and UNAVAILABLE.
 */
export async function askRegister(
  ctx: UserCtx,
  registers: Registers,
  key: string,
  { register }: Input<typeof askRegisterSchema>,
): Promise<VendorFile> {
  const subject = await subjectIn(await findFileShop(ctx, key), register);
  const differences = await compare(ctx, registers, register, subject);
  return inTransaction(ctx, async (inside) => {
    const shop = await findFileShop(inside, key, true);
    if (!isSame(subject, await subjectIn(shop, register))) throw new AppError('CONFLICT');
    const state = differences.length === 0 ? 'accepted' : 'declined';
    await saveCheck(inside, shop, { register, state, subject, differences, reason: null, decided_by: null });
    return readVendorFile(inside, await reopenIfComplete(inside, shop));
  });
}

/** `POST shops/{id}/checks/decide`: by hand. Throws NOT_FOUND, ACTION_NOT_VALID, and CONFLICT for a stale version. */
export async function decideCheck(
  ctx: UserCtx,
  key: string,
  { register, state, reason = null, version }: Input<typeof decideCheckSchema>,
): Promise<VendorFile> {
  const shop = await findFileShop(ctx, key, true);
  const subject = await subjectIn(shop, register);
  const known = (await lastChecks(ctx, shop.id, shop.requisites)).find((one) => one.register === register);
  if ((known?.version ?? 0) !== version)
    throw new AppError('CONFLICT', { current: await readVendorFile(ctx, shop) });
  await saveCheck(ctx, shop, { register, state, subject, differences: [], reason, decided_by: ctx.user.id });
  return readVendorFile(ctx, await reopenIfComplete(ctx, shop));
}

async function subjectIn({ requisites }: FileShop, register: VendorRegister): Promise<Subject> {
  if (!(await requisitesSchema.isValid(requisites))) throw new AppError('ACTION_NOT_VALID');
  const known = requisites as Requisites;
  if (!listRegisters(known).includes(register)) throw new AppError('ACTION_NOT_VALID');
  return toSubject(known);
}

/** The service of the tax office answers about two questions a minute from one address. */
export const npdLimit = { key: 'npd-status', hits: 2, minutes: 1 };

async function compare(
  ctx: UserCtx,
  { organisations, npd }: Registers,
  register: VendorRegister,
  subject: Subject,
): Promise<string[]> {
  await consume(ctx, { key: `vendor-checks:${ctx.user.id}`, hits: 60, minutes: 1 });
  if (register === 'registry') return differencesFrom(await organisations(subject.inn), subject);
  if (!npd) throw new AppError('UNAVAILABLE');
  await consume(ctx, npdLimit);
  return (await npd(subject.inn, ctx.now)) ? [] : ['status'];
}

interface SavedCheck {
  register: VendorRegister;
  state: 'accepted' | 'declined';
  subject: Subject;
  differences: string[];
  reason: string | null;
  decided_by: number | null;
}

export async function saveCheck(ctx: Ctx, shop: FileShop, { subject, ...check }: SavedCheck): Promise<void> {
  const isMatch = check.state === 'accepted';
  const values = { ...check, subject: JSON.stringify(subject), updated_at: ctx.now };
  await ctx.db
    .insertInto('vendor_checks')
    .values({ ...values, shop_id: shop.id, created_at: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['shop_id', 'register'])
        .doUpdateSet((eb) => ({ ...values, version: eb('vendor_checks.version', '+', 1) })),
    )
    .execute();
  await audit(ctx, {
    family: 'shops',
    id: shop.id,
    action: isMatch ? 'check-accepted' : 'check-declined',
    changes: {
      [`file.${check.register}`]: [null, check.state],
      ...(check.reason && { reason: [null, check.reason] }),
    },
  });
  await publishShop(ctx, shop.id);
}
