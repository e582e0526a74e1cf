import { parseSearch } from '@/contract/core/search';
import { type Ctx, isAdmin } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { Policy } from '@/server/core/resource/policy';
import { orderPolicy, worksOnOrders } from '../policy';
import { orderIncludes, presentOrders } from '../presenter';
import { orderConditions, shopKeys } from './order-filters';

export function orderOptions(isPart: boolean): ServiceOptions & { policy: Policy } {
  const policy: Policy = (ctx, purpose) => {
    const own = orderPolicy(ctx, purpose);
    return (eb) => eb.and([eb('parent_id', isPart ? 'is not' : 'is', null), ...(own ? [own(eb)] : [])]);
  };
  return {
    table: 'orders',
    contacts: ['customer_contact', 'customer_email', 'billing_address', 'shipping_address'],
    policy,
    relations: { shop: { column: 'shop_id', table: 'shops' } },
    include: orderIncludes,
    conditions: orderConditions(isPart),
    present: presentOrders,
  };
}

/**
 * Users who handle orders list parts, and so do administrators who filter by a shop; everybody else lists whole
 * orders.
 */
export function listsParts(ctx: Ctx, query: JsonRecord): boolean {
  if (!isAdmin(ctx)) return worksOnOrders(ctx);
  const filters = Object.keys(query).filter((key) => query[key] !== '');
  const keys = [...filters, ...parseSearch(String(query.search ?? '')).map(({ key }) => key)];
  return keys.some((key) => shopKeys.includes(key));
}
