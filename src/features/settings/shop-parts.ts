import type { FieldValues } from 'react-hook-form';
import type { FormField } from '@/contract/core/define';
import { checkoutFields, settingId, shopFields } from './settings-cards';

type Field = FormField<FieldValues>;

/** Pages of the shop's settings, each of at most fifteen fields (rules/settings: a page of settings is short). */
export const shopParts = ['goods', 'vendors', 'papers', 'delivery', 'checkout', 'returns'] as const;

export type ShopPart = (typeof shopParts)[number];

const { review, lowStock, maxDiscount, vendors, uploads, reviews, vendorFile } = shopFields;
const { free, included, money, buyers, returns } = checkoutFields;

/** Plain fields of each; the others have inputs of their own. */
export const fieldsOfPart: Record<ShopPart, readonly Field[]> = {
  goods: [review, lowStock, maxDiscount, reviews],
  vendors: [...vendors, ...uploads],
  papers: [],
  delivery: [...free, included, ...money],
  checkout: buyers,
  returns,
};

/** Keys with inputs of their own. What is asked of vendors is saved as a whole. */
export const otherKeys: Record<ShopPart, readonly string[]> = {
  goods: [],
  vendors: ['vendorFile'],
  papers: ['vendorFile'],
  delivery: ['shippingClass', 'taxClass'],
  checkout: ['deliveryTime'],
  returns: [],
};

/** Where the search leads to besides the fields above. */
const places: Partial<Record<ShopPart, readonly string[]>> = {
  vendors: [...vendorFile.map(({ key }) => key), 'vendorFile.contract'],
  delivery: otherKeys.delivery,
  checkout: otherKeys.checkout,
};

/** The page of an address: named by `part`, or the one with the setting of the hash, or else the first. */
export function partOf(part: unknown, hash: string): ShopPart {
  const holds = (one: ShopPart) =>
    [...fieldsOfPart[one].map(({ key }) => key), ...(places[one] ?? [])].some(
      (key) => settingId(key) === hash,
    );
  return shopParts.find(holds) ?? shopParts.find((one) => one === part) ?? 'goods';
}
