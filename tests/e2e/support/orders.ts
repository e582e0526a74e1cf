import { shopBody } from '@tests/support/shops';
import type { Attribute } from '@/contract/catalogue/attributes/schema';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Shop } from '@/contract/shops/schema';
import { type ApiSession, callApi } from './browser';
import { newOwner, unique } from './people';
import { firstType } from './shops';
import { completeFile } from './vendor-file';

/** Data for a sale of two shops: a product with two variations in one, a simple one in the other, a coupon of 10 %. */
export interface SaleScene {
  owner: ApiSession;
  shops: [Shop, Shop];
  variable: ProductDetails;
  simple: ProductDetails;
  coupon: string;
}

/** The owner of all sales of a worker: one address may register ten times an hour. */
let seller: ReturnType<typeof newOwner> | undefined;

/** Prices are set by the test, in roubles. The shops are new: nobody else changes their balances. */
export async function buildSale(
  admin: ApiSession,
  prices: { variation: number; simple: number },
): Promise<SaleScene> {
  seller ??= newOwner();
  const { session: owner } = await seller;
  const [one, other] = [await openShop(admin, owner), await openShop(admin, owner)];
  const type_id = await firstType(admin);
  const plain = { type_id, unit: 'шт.', status: 'publish', is_taxable: false };
  const variable = await callApi<ProductDetails>(admin, 'POST', 'products', {
    ...plain,
    name: `Кассовый чай ${unique()}`,
    shop_id: one.id,
    product_type: 'variable',
    ...(await variationsIn(admin, one.id, prices.variation)),
  });
  const simple = await callApi<ProductDetails>(admin, 'POST', 'products', {
    ...plain,
    name: `Кассовая чашка ${unique()}`,
    shop_id: other.id,
    product_type: 'simple',
    price: prices.simple,
    quantity: 5,
    sku: `CUP-${unique()}`.toUpperCase(),
  });
  return { owner, shops: [one, other], variable, simple, coupon: await buildCoupon(admin) };
}

async function openShop(admin: ApiSession, owner: ApiSession): Promise<Shop> {
  const body = { ...shopBody, name: `Лавка ${unique()}` };
  const { id, slug } = await callApi<Shop>(owner, 'POST', 'shops', body);
  await completeFile(admin, owner, id);
  await callApi(admin, 'POST', 'approve-shop', { id, admin_commission_rate: 10 });
  return callApi<Shop>(admin, 'GET', `shops/${slug}`);
}

export async function variationsIn(admin: ApiSession, shopId: number, price: number) {
  const { values } = await callApi<Attribute>(admin, 'POST', 'attributes', {
    name: `Вес ${unique()}`,
    shop_id: shopId,
    values: [
      { value: '50 г', meta: '50 г' },
      { value: '100 г', meta: '100 г' },
    ],
  });
  return {
    variations: values.map(({ id }) => ({ attribute_value_id: id })),
    variation_options: {
      upsert: values.map(({ id }, place) => ({
        value_ids: [id],
        price: price + place * 100,
        quantity: 5,
        sku: `POS-${unique()}-${place}`.toUpperCase(),
      })),
    },
  };
}

async function buildCoupon(admin: ApiSession): Promise<string> {
  const code = `KASSA${unique()}`.toUpperCase();
  await callApi(admin, 'POST', 'coupons', {
    code,
    type: 'percentage',
    amount: 10,
    active_from: new Date(Date.now() - 3600_000).toISOString(),
    expire_at: new Date(Date.now() + 24 * 3600_000).toISOString(),
    is_approve: true,
  });
  return code;
}

/** Balance and commission of a shop, in roubles and per cent. */
export async function balanceOf(admin: ApiSession, shop: Shop): Promise<{ sum: number; rate: number }> {
  const { balance } = await callApi<Shop>(admin, 'GET', `shops/${shop.slug}`);
  if (!balance) throw new Error('An administrator is told balances');
  return { sum: balance.current_balance, rate: balance.admin_commission_rate ?? 0 };
}

/** Vendor's share of goods under a coupon of the marketplace: the goods without commission, to the kopeck. */
export const netOf = (goods: number, rate: number) =>
  Math.round(goods * 100 - Math.round(goods * rate)) / 100;
