import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { place } from '@/contract/core/rules';
import { bannerFields, erid, isPaid } from './rules';
import type { BannerStatus } from './values';

/** A storefront banner, the marketplace's own or paid. */
export const advertisingBannerSchema = yup.object({
  ...bannerFields(),
  position: place(),
  is_active: yup.boolean().default(false),
  erid: erid().test(
    'paid',
    'error-erid-required',
    (token, { parent }) => Boolean(token) || !parent.is_active || !isPaid(parent),
  ),
});

export type AdvertisingBannerInput = yup.InferType<typeof advertisingBannerSchema>;

export interface AdvertisingBanner extends BaseRow, AdvertisingBannerInput {
  status: BannerStatus;
  shop: Stub | null;
  /** Views and clicks; visible to administrators only. */
  views_count?: number;
  clicks_count?: number;
}
