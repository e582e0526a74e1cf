import * as yup from 'yup';
import { sessionDays } from '@/contract/accounts/auth';
import { isTimeZone } from '@/contract/core/day';
import { defaultLanguage, knownLanguages } from '@/contract/core/languages';
import { amount, attachment, freeText } from '@/contract/core/rules';

/** The general tab of the settings. Keys are camelCase on the wire. */
export const generalSettingsSchema = yup.object({
  logo: attachment(),
  dark_logo: attachment(),
  collapseLogo: attachment(),
  /** Icon of the browser tab; defaults to the product's. */
  favicon: attachment(),
  siteTitle: freeText().required('error-site-title-required').max(80, 'error-too-long'),
  siteSubtitle: freeText().max(160, 'error-too-long').nullable(),
  signupPoints: amount().integer('error-number-format').min(0, 'error-must-not-be-negative'),
  minimumOrderAmount: amount().min(0, 'error-must-not-be-negative'),
  /** Years after the year of an order for which it names a customer who was removed since. */
  personalDataYears: amount()
    .required('error-personal-data-years')
    .integer('error-personal-data-years')
    .min(5, 'error-personal-data-years')
    .max(75, 'error-personal-data-years')
    .default(5),
  currencyToWalletRatio: amount().min(0, 'error-must-not-be-negative'),
  maximumQuestionLimit: amount()
    .required('error-maximum-question-limit')
    .integer('error-maximum-question-limit')
    .min(1, 'error-maximum-question-limit'),
  /** Business time zone, an IANA name. */
  timeZone: yup
    .string()
    .required('error-wrong-value')
    .test('zone', 'error-wrong-value', (zone) => !zone || isTimeZone(zone)),
  /** Languages of the panel and of texts; the default one is always among them. */
  languages: yup
    .array(yup.string().oneOf(knownLanguages, 'error-wrong-value').required('error-wrong-value'))
    .required('error-wrong-value')
    .default([defaultLanguage])
    .test('default', 'error-language-default', (list) => !list || list.includes(defaultLanguage)),
  /** The panel requires a confirmed e-mail address. */
  useMustVerifyEmail: yup.boolean().required('error-wrong-value').default(true),
  /** Vendors withdraw money and open shops only with a confirmed phone; off while there may be no SMS service. */
  useMustVerifyPhone: yup.boolean().required('error-wrong-value').default(false),
  /** Shop fronts may register people without our consents, who give them at their first visit to the panel. */
  consentsLater: yup.boolean().required('error-wrong-value').default(true),
  /** Sign-in by SMS code. */
  useOtp: yup.boolean().required('error-wrong-value').default(true),
  /** Money asks for the password again, also of people without a second factor; with one it always asks. */
  confirmMoney: yup.boolean().required('error-wrong-value').default(false),
  /** Idle timeout of a session; every session ends after seven days. */
  sessionIdleHours: amount()
    .required('error-session-idle-hours')
    .integer('error-session-idle-hours')
    .min(1, 'error-session-idle-hours')
    .max(sessionDays * 24, 'error-session-idle-hours'),
});

export type GeneralSettings = yup.InferType<typeof generalSettingsSchema>;
