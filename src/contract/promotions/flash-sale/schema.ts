import * as yup from 'yup';
import type { ConsentedTerms, SaleState, SaleType } from '@/contract/catalogue/products/sale-price';
import type { Product } from '@/contract/catalogue/products/schema';
import type { Attachment, BaseRow } from '@/contract/core/define';
import {
  amount,
  attachment,
  coverPicture,
  endsAfter,
  freeText,
  moment,
  relatedId,
  relatedIds,
  richLetter,
  slug,
} from '@/contract/core/rules';

const saleTypes = ['percentage', 'fixed_rate'] as const satisfies readonly SaleType[];
const saleSources = ['handpicked_products', 'handpick_category'] as const;

const maxProducts = 2000;

const productIds = () => relatedIds().max(maxProducts, 'error-too-many');

/** A flash sale: a discount on chosen products for a limited time. Dates are UTC moments. */
export const flashSaleSchema = yup.object({
  title: freeText().required('error-sale-title-required').max(250, 'error-too-long'),
  slug: slug(),
  description: richLetter(10_000).required('error-sale-description-required'),
  start_date: moment().required('error-start-required'),
  end_date: moment('end').required('error-end-required').test(endsAfter('start_date')),
  type: yup.string().oneOf(saleTypes, 'error-sale-type-required').required('error-sale-type-required'),
  rate: amount()
    .required('error-rate-required')
    .when('type', ([type], schema) =>
      type === 'fixed_rate'
        ? schema.min(0.01, 'error-rate-fixed').max(1e9, 'error-rate-fixed')
        : schema.min(1, 'error-rate-percent').max(99, 'error-rate-percent'),
    )
    .transform((rate: unknown) => (typeof rate === 'number' ? Math.round(rate * 100) / 100 : rate)),
  sale_status: yup.boolean().typeError('error-wrong-value').default(false),
  sale_builder: yup
    .object({
      data_type: yup.string().oneOf(saleSources, 'error-wrong-value').default('handpicked_products'),
      product_ids: productIds(),
      category_ids: relatedIds(),
    })
    .typeError('error-wrong-value')
    .default({ data_type: 'handpicked_products', product_ids: [], category_ids: [] }),
  image: attachment(),
  cover_image: coverPicture(),
});

export type FlashSaleInput = yup.InferType<typeof flashSaleSchema>;

/** Product fields used by the details and the form of a sale. */
export type SaleProduct = Pick<
  Product,
  'id' | 'name' | 'slug' | 'price' | 'min_price' | 'max_price' | 'product_type'
> & {
  image: Attachment | null;
  /** Price floor that the shop set in its consent. */
  min_price_floor?: number | null;
  /** False while the shop has not consented to the current terms. */
  has_consent?: boolean;
};

export interface FlashSale extends BaseRow, Omit<FlashSaleInput, 'slug'> {
  slug: string;
  status: SaleState;
  products_count: number;
  /** Maximum discount in per cent, from the settings. */
  max_discount: number;
  /** Terms that a shop accepts when joining; details only, for panel users. */
  terms?: string;
  /** Details only: participating products; administrators also get invited ones. */
  products?: SaleProduct[];
}

/** The shop's price floors by product; a product without an entry has none. */
const priceFloors = () =>
  yup
    .array(
      yup.object({
        product_id: yup.number().integer().positive().required('error-wrong-value'),
        min_price: amount().moreThan(0, 'error-must-be-positive').max(1e9, 'error-too-big'),
      }),
    )
    .max(maxProducts, 'error-too-many')
    .typeError('error-wrong-value')
    .default([]);

/** The terms as shown to the vendor; sending them back is the consent. */
const acceptedTerms = () => yup.string().trim().max(5000, 'error-wrong-value');

/**
 * A vendor's request to join with own products, accepting the terms. The shop is the products' own. From an
 * administrator it is an invitation that the shop answers.
 */
export const flashSaleRequestSchema = yup.object({
  title: freeText().required('error-sale-title-required').max(250, 'error-too-long'),
  note: freeText().max(2000, 'error-too-long').nullable(),
  flash_sale_id: relatedId().required('error-wrong-value'),
  shop_id: relatedId(),
  requested_product_ids: productIds().min(1, 'error-products-required'),
  accepted_terms: acceptedTerms(),
  price_floors: priceFloors(),
});

export type FlashSaleRequestInput = yup.InferType<typeof flashSaleRequestSchema>;

/** `POST answer-flash-sale-invitation`: the shop accepts the terms of a sale, or declines. */
export const invitationAnswerSchema = yup.object({
  id: yup.number().integer().positive().required('error-wrong-value').typeError('error-wrong-value'),
  is_accepted: yup.boolean().required('error-wrong-value').typeError('error-wrong-value'),
  accepted_terms: acceptedTerms(),
  price_floors: priceFloors(),
});

/** `POST withdraw-flash-sale-consent`: removes one product from one sale. */
export const consentWithdrawalSchema = yup.object({
  flash_sale_id: yup
    .number()
    .integer()
    .positive()
    .required('error-wrong-value')
    .typeError('error-wrong-value'),
  product_id: yup.number().integer().positive().required('error-wrong-value').typeError('error-wrong-value'),
});

export type RequestState = 'waiting' | 'approved' | 'rejected';

type InputOnly = 'shop_id' | 'accepted_terms' | 'price_floors';

export interface FlashSaleRequest extends BaseRow, Omit<FlashSaleRequestInput, InputOnly> {
  shop_id: number;
  status: RequestState;
  /** The dialect knows only accepted or not yet. */
  request_status: boolean;
  decided_at: string | null;
  /** True when the shop must answer, false when the administrator must. */
  is_invitation: boolean;
  /** True while the shop has not consented to the current terms. */
  needs_consent: boolean;
  flash_sale:
    | ({
        id: number;
        name: string;
        /** The name, as other clients of the dialect read it. */
        title?: string;
        slug: string;
        status: SaleState;
        max_discount: number;
        terms?: string;
      } & ConsentedTerms)
    | null;
  shop: { id: number; name: string; slug: string } | null;
  creator: { id: number; name: string } | null;
  products: SaleProduct[];
}
