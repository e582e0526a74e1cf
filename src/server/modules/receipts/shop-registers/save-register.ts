import { asksAccess } from '@/contract/receipts/registers';
import type { shopRegisterSchema } from '@/contract/receipts/shop-register';
import type { Requisites } from '@/contract/shops/requisites';
import { audit, changesBetween } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { isOutdated } from '@/server/core/numbers';
import type { Input } from '@/server/core/validate';
import { type FileShop, findFileShop } from '@/server/modules/shops/vendor-file/read-file';
import { shopKey } from '../queue/lane';
import { type StoredShopRegister, sealCredentials } from '../queue/open-shop-registers';
import { wakeQueue } from '../wake-queue';
import { canSeal, findRegister, onSince, registerKinds, type ShopRegisterDeps } from './shop-register';

type RegisterInput = Input<typeof shopRegisterSchema>;

/**
 * `PUT shops/{id}/register`: what the register of a shop is asked with, and whether receipts go to it from now on (rules/receipts:
 * a shop has a register of its own). Throws NOT_FOUND, CONFLICT and VALIDATION_FAILED.
 */
export async function saveRegister(
  ctx: UserCtx,
  deps: ShopRegisterDeps,
  key: string,
  input: RegisterInput,
): Promise<void> {
  // Two people who save at once wait for each other here.
  const shop = await findFileShop(ctx, key, true);
  const before = await findRegister(ctx, shop.id);
  if (isOutdated(input.version, before?.version ?? 0)) throw new AppError('CONFLICT');
  assertPossible(deps, shop, input);
  const { kind, group_code, inn, tax_system, email, place } = input;
  const values = { kind, group_code: group_code ?? null, inn, tax_system, email, place };
  if (before) await assertNotAsked(ctx, before, values);
  const credentials = credentialsOf(deps, shop.id, before, input);
  await ctx.db
    .insertInto('shop_registers')
    .values({ shop_id: shop.id, ...values, credentials, updated_at: ctx.now, updated_by: ctx.user.id })
    .onConflict((conflict) =>
      conflict.column('shop_id').doUpdateSet((eb) => ({
        ...values,
        credentials,
        version: eb('shop_registers.version', '+', 1),
        updated_at: ctx.now,
        updated_by: ctx.user.id,
      })),
    )
    .execute();
  const wasOn = (await onSince(ctx, shop.id)) !== null;
  if (wasOn !== input.is_on) await (input.is_on ? switchOn(ctx, shop.id) : switchOff(ctx, shop.id));
  await audit(ctx, {
    family: 'shops',
    id: shop.id,
    action: 'cash-register',
    changes: {
      ...changesBetween({ ...before }, values),
      ...changesBetween({ is_on: wasOn }, { is_on: input.is_on }),
      // Masked: the journal says that they changed.
      ...(credentials !== before?.credentials && { password: [null, null] as [unknown, unknown] }),
    },
  });
  await tryAtOnce(ctx, shop.id);
}

function assertPossible(
  deps: ShopRegisterDeps,
  shop: FileShop,
  { kind, inn, is_on: isOn }: RegisterInput,
): void {
  if (!registerKinds(deps).includes(kind)) throw invalid('kind', 'error-wrong-value');
  if (asksAccess[kind] && !canSeal(deps)) throw invalid('password', 'error-no-secrets-key');
  const requisites = shop.requisites as Requisites | null;
  // Goods of one seller are not on receipts of another.
  if (isOn && requisites && requisites.inn !== inn) throw invalid('inn', 'error-inn-of-requisites');
}

/** The register that has got a document must stay the one that is asked about it. */
async function assertNotAsked(
  { db }: Ctx,
  before: StoredShopRegister,
  after: Pick<StoredShopRegister, 'kind' | 'group_code'>,
): Promise<void> {
  if (before.kind === after.kind && before.group_code === after.group_code) return;
  const asked = await db
    .selectFrom('receipts')
    .select('id')
    .where('shop_id', '=', before.shop_id)
    .where('state', 'in', ['asked', 'unknown'])
    .limit(1)
    .executeTakeFirst();
  if (asked) throw invalid(before.kind === after.kind ? 'group_code' : 'kind', 'error-register-busy');
}

function credentialsOf(
  deps: ShopRegisterDeps,
  shopId: number,
  before: StoredShopRegister | undefined,
  { kind, login, password }: RegisterInput,
): string | null {
  if (!asksAccess[kind]) return null;
  if (!login && !password && before?.credentials) return before.credentials;
  // One of two would be sealed with what nobody has seen.
  if (!login) throw invalid('login', 'error-register-login-required');
  if (!password) throw invalid('password', 'error-password-required');
  return sealCredentials(deps, shopId, { login, password }) ?? null;
}

/** Nothing before this moment is its. */
async function switchOn({ db, now }: Ctx, shopId: number): Promise<void> {
  await db.insertInto('shop_register_periods').values({ shop_id: shopId, from_at: now }).execute();
}

/** What moved until now is still sent and asked about. */
async function switchOff({ db, now }: Ctx, shopId: number): Promise<void> {
  await db
    .updateTable('shop_register_periods')
    .set({ until_at: now })
    .where('shop_id', '=', shopId)
    .where('until_at', 'is', null)
    .execute();
}

/** Whoever has mended the credentials does not wait for the next turn. */
async function tryAtOnce(ctx: Ctx, shopId: number): Promise<void> {
  await ctx.db
    .updateTable('cash_registers')
    .set({ paused_until: null })
    .where('name', '=', shopKey(shopId))
    .execute();
  await wakeQueue(ctx);
}

const invalid = (field: string, text: string) =>
  new AppError('VALIDATION_FAILED', { fields: { [field]: [text] } });
