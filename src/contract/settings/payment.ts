import * as yup from 'yup';
import { amount } from '../rules';

/** The payment tab of the settings (reference pages §3.3): ways to pay that our checkout has, the currency, how sums are written. */
export const paymentSettingsSchema = yup.object({
  useCashOnDelivery: yup.boolean().required('error-wrong-value').default(true),
  useSbp: yup.boolean().required('error-wrong-value').default(true),
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
