import { isAdmin } from '@/server/core/context';
import type { Policy } from '@/server/core/resource/policy';
import { catalogueShopIds } from './products/policy';

/**
 * Dictionaries that shops add to: everybody reads what is approved, who keeps a shop's catalogue also what it sent in, an
 * administrator all (reference rules R-298). Only the administrator writes.
 */
export const approvedOrSentIn: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  if (purpose === 'write') return (eb) => eb.val(false);
  const shops = catalogueShopIds(ctx);
  return (eb) =>
    shops.length > 0
      ? eb.or([eb('is_approved', '=', true), eb('shop_id', 'in', shops)])
      : eb('is_approved', '=', true);
};
