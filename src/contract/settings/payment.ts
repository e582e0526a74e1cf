import * as yup from 'yup';
import { amount, calendarDay, whole } from '@/contract/core/rules';
import { knownOnlineNames } from '@/contract/orders/online';
import { captureMoments } from './captures';

const period = (longest: number) => whole(0, longest).required('error-whole-number');

/** Payment tab of the settings: payment methods, currency and number format. */
export const paymentSettingsSchema = yup.object({
  useCashOnDelivery: yup.boolean().required('error-wrong-value').default(true),
  useSbp: yup.boolean().required('error-wrong-value').default(true),
  useOnlineCard: yup.boolean().required('error-wrong-value').default(true),
  useSberpay: yup.boolean().required('error-wrong-value').default(true),
  useTpay: yup.boolean().required('error-wrong-value').default(true),
  /** What shop fronts and apps of the dialect are told instead of our ways to pay online: each knows a fixed set of names. */
  onlineName: yup
    .string()
    .oneOf(knownOnlineNames, 'error-wrong-value')
    .required('error-wrong-value')
    .default('STRIPE'),
  /** When the money of new payments is taken, where the method can hold it (rules/payments: held money pays nothing). */
  captureAt: yup
    .string()
    .oneOf(captureMoments, 'error-wrong-value')
    .required('error-wrong-value')
    .default('payment'),
  /** How long unpaid orders reserve stock: online payment, and cash at a pickup point. 0: without limit. */
  unpaidOnlineMinutes: period(30 * 24 * 60)
    .test('minimum', 'error-minutes-minimum', (minutes) => !minutes || minutes >= 5)
    .default(30),
  unpaidPickupHours: period(90 * 24).default(72),
  /** Receipts by 54-ФЗ are issued for what is paid and handed over from this day on; none: not at all (rules/receipts). */
  receiptsFrom: calendarDay()
    .nullable()
    .default(null)
    .transform((value: unknown) => value || null),
  /** Marked goods are not handed over without the code of each piece (rules/receipts: a marked piece has its own code). */
  markCodesRequired: yup.boolean().required('error-wrong-value').default(false),
  currency: yup
    .string()
    .required('error-currency-required')
    .matches(/^[A-Z]{3}$/, 'error-currency-required'),
  currencyOptions: yup.object({
    formation: yup
      .string()
      .required('error-formation-required')
      .matches(/^[a-z]{2,3}(-[A-Z][A-Za-z]+)?(-[A-Z]{2})?$/, 'error-formation-required'),
    fractions: amount()
      .required('error-fractions-must-be-number')
      .integer('error-fractions-must-be-number')
      .min(0, 'error-fractions-must-be-number')
      .max(5, 'error-fractions-must-be-number'),
  }),
});

export type PaymentSettings = yup.InferType<typeof paymentSettingsSchema>;
