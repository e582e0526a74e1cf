import * as yup from 'yup';
import { notifyTypes } from './kinds';

const digestRates = ['off', 'daily', 'weekly'] as const;

/** `PUT notification-preferences`. Hours are Moscow time. */
export const preferencesSchema = yup.object({
  /** Muted kinds. */
  muted: yup
    .array(yup.string().oneOf(notifyTypes, 'error-wrong-value').required('error-wrong-value'))
    .max(notifyTypes.length, 'error-wrong-value')
    .required('error-wrong-value'),
  /** Email about messages that stay unread. */
  message_mail: yup.boolean().required('error-wrong-value'),
  digest: yup.string().oneOf(digestRates, 'error-wrong-value').required('error-wrong-value'),
  digest_hour: yup
    .number()
    .integer('error-wrong-value')
    .min(0, 'error-wrong-value')
    .max(23, 'error-wrong-value')
    .required('error-wrong-value'),
});

export type NotificationPreferences = yup.InferType<typeof preferencesSchema>;
