import * as yup from 'yup';
import { mapLocation, postalAddress } from '@/contract/accounts/addresses/schema';
import { weekDays } from '@/contract/core/day';
import type { Attachment, BaseRow, Stub } from '@/contract/core/define';
import {
  attachment,
  coverPicture,
  freeText,
  phone,
  relatedId,
  relatedIds,
  slug,
  socials,
  website,
} from '@/contract/core/rules';
import { reservedSlugs } from '@/contract/pages';
import { type Requisites, requisitesSchema } from './requisites';
import { isSocialIcon } from './socials';

const clock = () => yup.string().matches(/^([01]\d|2[0-3]):[0-5]\d$/, 'error-time-format');

/** Opening hours of a day, in the business time zone. */
const workingDay = yup.object({
  day: yup.string().oneOf(weekDays, 'error-wrong-value').required(),
  open: clock().required('error-time-format'),
  close: clock()
    .required('error-time-format')
    .test('order', 'error-time-order', (close, { parent }) => !close || !parent.open || close > parent.open),
});

export const shopSettingsSchema = yup.object({
  contact: phone().required('error-contact-required'),
  website: website().max(300, 'error-too-long').nullable(),
  location: mapLocation(),
  socials: socials().test('icons', 'error-wrong-value', (rows) =>
    rows.every(({ icon }) => isSocialIcon(icon)),
  ),
  notifications: yup.object({
    email: yup.string().trim().lowercase().email('error-email-format').nullable(),
    enable: yup.boolean().default(false),
  }),
  schedule: yup.array(workingDay).max(7, 'error-wrong-value').default([]),
  /** Days from the order to the handover to the carrier. */
  handling_days: yup
    .number()
    .transform((value, original) => (original === '' ? null : value))
    .typeError('error-number-format')
    .integer('error-number-format')
    .min(0, 'error-wrong-value')
    .max(60, 'error-wrong-value')
    .nullable(),
  /** Working hours to assemble an order (rules/orders: a part has a deadline to assemble). */
  assembly_hours: yup
    .number()
    .transform((value, original) => (original === '' ? null : value))
    .typeError('error-number-format')
    .integer('error-number-format')
    .min(1, 'error-must-be-positive')
    .max(500, 'error-too-big')
    .nullable(),
  /** An order that is ready later than this is assembled from the next working day on. */
  cut_off: clock()
    .transform((value) => (value === '' ? null : value))
    .nullable(),
  /** The shop's own delivery, described for the buyer. */
  delivery_note: freeText().max(1000, 'error-too-long').nullable(),
});

/** Payout account; other clients of the dialect send it under `balance`. */
const paymentInfo = yup.object({
  account: yup
    .string()
    .trim()
    .matches(/^\d{1,34}$/, 'error-account-format')
    .required('error-account-required'),
  name: freeText().max(300, 'error-too-long').required('error-name-required'),
  email: yup.string().trim().lowercase().email('error-email-format').nullable(),
  bank: freeText().max(300, 'error-too-long').required('error-bank-name-required'),
});

/** A shop in the form of its owner, who cannot set its state or commission (rules/shops: a shop opens by approval). */
export const shopSchema = yup.object({
  name: freeText().required('error-name-required').max(255, 'error-too-long'),
  slug: slug().notOneOf([...reservedSlugs], 'error-slug-reserved'),
  description: freeText().max(10_000, 'error-too-long').nullable(),
  logo: attachment(),
  cover_image: coverPicture(),
  categories: relatedIds(),
  // Null for a shop without an account, also in bodies of other clients.
  address: postalAddress().transform((address: unknown) => address ?? {}),
  settings: shopSettingsSchema,
  requisites: requisitesSchema.nullable().default(null),
  payment_info: paymentInfo.nullable().default(undefined),
  /** Owner of a new shop, chosen by administrators only; others own the shops they create. */
  owner_id: relatedId().optional(),
});

export type ShopInput = yup.InferType<typeof shopSchema>;
export type ShopSettings = yup.InferType<typeof shopSettingsSchema>;

export interface ShopBalance {
  id: number;
  shop_id: number;
  admin_commission_rate: number | null;
  is_custom_commission: boolean;
  total_earnings: number;
  withdrawn_amount: number;
  /** Of these, approved and not debited by the bank yet; not from other servers of the dialect. */
  in_transit_amount?: number;
  /** Requested withdrawals without a decision. */
  on_hold_amount: number;
  /** What may be withdrawn; negative when the shop owes the marketplace. */
  current_balance: number;
  payment_info: { account: string; name: string; email: string | null; bank: string } | null;
}

/** `owner`, `balance` and `requisites` are visible to the shop's owner, staff and administrators only. */
export interface Shop
  extends BaseRow,
    Omit<ShopInput, 'slug' | 'categories' | 'payment_info' | 'requisites' | 'owner_id'> {
  slug: string;
  is_active: boolean;
  owner_id: number;
  owner?: {
    id: number;
    name: string;
    email: string;
    profile: { avatar: Attachment | null; contact: string | null };
  };
  orders_count: number;
  products_count: number;
  categories: Stub[];
  requisites?: Requisites | null;
  staffs_count?: number;
  balance?: ShopBalance;
  approved_at: string | null;
  disapproved_reason?: string | null;
  /** Since when an expired paper of its vendor keeps it closed. */
  file_paused_at?: string | null;
  /** Status of a pending ownership transfer. */
  ownership_history?: { status: string } | null;
}

/** `POST approve-shop` */
export const approveShopSchema = yup.object({
  id: yup.number().integer().positive().required(),
  admin_commission_rate: yup
    .number()
    .transform((value, original) =>
      typeof original === 'string' && original.trim() !== '' ? Number(original.replace(',', '.')) : value,
    )
    .typeError('error-number-format')
    .min(0, 'error-commission-range')
    .max(100, 'error-commission-range')
    .test(
      'places',
      'error-commission-places',
      (rate) => rate === undefined || Number.isInteger(Math.round(rate * 1e6) / 1e4),
    )
    .required('error-commission-required'),
  isCustomCommission: yup.boolean().default(false),
});

/** `POST disapprove-shop`; the owner gets the reason. */
export const disapproveShopSchema = yup.object({
  id: yup.number().integer().positive().required(),
  reason: freeText().max(500, 'error-too-long').nullable(),
});

/** Another shop with the same requisites (`GET shops/{id}/twins`, a bare list, open shops first). */
export interface ShopTwin {
  id: number;
  name: string;
  slug: string;
  owner: string;
  is_active: boolean;
  same: ('inn' | 'account')[];
}

/** A rate of `GET shops/{id}/commissions`, a bare list, newest first. */
export interface ShopCommission {
  id: number;
  rate: number;
  is_custom: boolean;
  at: string;
  /** Who set it; visible to administrators only. */
  user?: { id: number; name: string } | null;
}
