import type { ShopRegister, ShopRegisterKind, ShopRegisterPage } from '@/contract/receipts/shop-register';
import type { Requisites } from '@/contract/shops/requisites';
import type { Ctx, UserCtx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import type { RegisterDeps } from '@/server/integrations/registers/open-registers';
import { findFileShop } from '@/server/modules/shops/vendor-file/read-file';
import type { StoredShopRegister } from '../queue/open-shop-registers';
import { shopQueue } from '../queue/register-views';

/** What of the installation decides which registers can be connected. */
export type ShopRegisterDeps = Pick<RegisterDeps, 'demo' | 'secretsKeys'>;

/** `GET shops/{id}/register`: for the owner and the team. Throws NOT_FOUND for another owner's shop. */
export async function shopRegisterPage(
  ctx: UserCtx,
  deps: ShopRegisterDeps,
  key: string,
): Promise<ShopRegisterPage> {
  const shop = await findFileShop(ctx, key);
  const row = await findRegister(ctx, shop.id);
  const { receiptsFrom } = await settingsOptions(ctx);
  const requisites = shop.requisites as Requisites | null;
  const { tax_system: taxSystem = null } = requisites ?? {};
  return {
    register: row ? presentRegister(row, await onSince(ctx, shop.id)) : null,
    kinds: registerKinds(deps),
    can_seal: canSeal(deps),
    receipts_from: receiptsFrom,
    suggested: {
      inn: requisites?.inn ?? '',
      tax_system: taxSystem === 'npd' ? null : taxSystem,
      email: requisites?.payment_email ?? '',
      place: requisites?.legal_address ?? '',
    },
    queue: await shopQueue(ctx, shop.id),
  };
}

export const registerKinds = ({ demo }: ShopRegisterDeps): ShopRegisterKind[] =>
  demo ? ['atol', 'demo'] : ['atol'];

export const canSeal = ({ secretsKeys = [] }: ShopRegisterDeps): boolean => secretsKeys.length > 0;

export const findRegister = (
  { db }: Pick<Ctx, 'db'>,
  shopId: number,
): Promise<StoredShopRegister | undefined> =>
  db.selectFrom('shop_registers').selectAll().where('shop_id', '=', shopId).executeTakeFirst();

/** Null for one that is switched off. */
export async function onSince({ db }: Pick<Ctx, 'db'>, shopId: number): Promise<Date | null> {
  const period = await db
    .selectFrom('shop_register_periods')
    .select('from_at')
    .where('shop_id', '=', shopId)
    .where('until_at', 'is', null)
    .executeTakeFirst();
  return period?.from_at ?? null;
}

/** Check constraints limit kind and tax system. */
function presentRegister(row: StoredShopRegister, since: Date | null): ShopRegister {
  return {
    kind: row.kind as ShopRegister['kind'],
    group_code: row.group_code,
    has_credentials: row.credentials !== null,
    inn: row.inn,
    tax_system: row.tax_system as ShopRegister['tax_system'],
    email: row.email,
    place: row.place,
    is_on: since !== null,
    on_from: since?.toISOString() ?? null,
    version: row.version,
  };
}
