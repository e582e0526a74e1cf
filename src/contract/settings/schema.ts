import * as yup from 'yup';
import { amount, attachment, freeText, website } from '../rules';

const line = (length: number) => yup.string().trim().max(length, 'error-too-long');

/** The general tab of the settings (reference pages §3.3, entities E11). Keys are camelCase on the wire. */
export const generalSettingsSchema = yup.object({
  logo: attachment(),
  dark_logo: attachment(),
  collapseLogo: attachment(),
  siteTitle: freeText().required('error-site-title-required').max(80, 'error-too-long'),
  siteSubtitle: freeText().max(160, 'error-too-long').nullable(),
  siteLink: website().max(200, 'error-too-long').nullable(),
  copyrightText: line(200).nullable(),
  externalText: line(80).nullable(),
  externalLink: website().max(200, 'error-too-long').nullable(),
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
  signupPoints: amount().integer('error-number-format').min(0, 'error-must-not-be-negative'),
  minimumOrderAmount: amount().min(0, 'error-must-not-be-negative'),
  currencyToWalletRatio: amount().min(0, 'error-must-not-be-negative'),
  maximumQuestionLimit: amount()
    .required('error-maximum-question-limit')
    .integer('error-maximum-question-limit')
    .min(1, 'error-maximum-question-limit'),
});

export type GeneralSettings = yup.InferType<typeof generalSettingsSchema>;
