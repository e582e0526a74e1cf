import * as yup from 'yup';
import { requisitesSchema } from '@/contract/shops/requisites';
import { storedPhone } from '@/contract/shops/schema';

/**
 * Settings of a vendor, which no shop carries (reference pages §3.4): requisites that a new shop starts from, the account
 * of fast payments, and where word of the work is sent. A part that is not sent stays as it is.
 */
export const vendorSettingsSchema = yup.object({
  /** Null takes them away. */
  company: requisitesSchema.nullable().default(undefined).optional(),
  /** A phone number and the bank that it belongs to: one is nothing without the other. */
  fast_payments: yup
    .object({
      phone: storedPhone().required('error-contact-required'),
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
