import * as yup from 'yup';
import { phone } from '@/contract/core/rules';
import { requisitesSchema } from '@/contract/shops/requisites';

/**
 * Settings of a vendor for all shops: requisites that prefill new shops, the account for fast payments, and where
 * notifications are sent. A part that is not sent stays unchanged.
 */
export const vendorSettingsSchema = yup.object({
  /** Null clears them. */
  company: requisitesSchema.nullable().default(undefined).optional(),
  /** A phone number and its bank; each requires the other. */
  fast_payments: yup
    .object({
      phone: phone().required('error-contact-required'),
      /** `schema` of a bank of `GET sbp/members`. */
      member: yup
        .string()
        .trim()
        .matches(/^bank\d{12}$/, { message: 'error-wrong-value', excludeEmptyString: true })
        .required('error-bank-required'),
    })
    .nullable()
    .default(undefined)
    .optional(),
  notifications: yup
    .object({
      email: yup
        .string()
        .trim()
        .lowercase()
        .email('error-email-format')
        .max(254, 'error-too-long')
        .nullable()
        .transform((text: unknown) => (text === '' ? null : text))
        .when('enable', ([enable], email) => (enable ? email.required('error-email-required') : email)),
      enable: yup.boolean().default(false),
    })
    .default(undefined)
    .optional(),
});
