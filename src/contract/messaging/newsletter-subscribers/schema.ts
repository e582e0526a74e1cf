import * as yup from 'yup';
import type { Consent } from '@/contract/core/consent';
import type { BaseRow } from '@/contract/core/define';
import { email, writtenText } from '@/contract/core/rules';

/** An address that an administrator adds; its owner gets the same letter as one who asks. */
export const newsletterSubscriberSchema = yup.object({
  email: email(),
  note: writtenText().max(500, 'error-too-long').nullable(),
});

/** `POST subscribe-to-newsletter` */
export const subscribeSchema = newsletterSubscriberSchema.pick(['email']);

/** `POST newsletter/confirm` and `POST newsletter/unsubscribe`, by the links of the letters. */
export const newsletterLinkSchema = yup.object({
  id: yup.number().integer().positive().required('error-wrong-value').typeError('error-wrong-value'),
  secret: yup.string().required('error-wrong-value').max(100, 'error-wrong-value'),
});

export type NewsletterSubscriberInput = yup.InferType<typeof newsletterSubscriberSchema>;

/** An address that asked for the newsletter; letters go to subscribed ones only. */
export interface NewsletterSubscriber extends BaseRow, NewsletterSubscriberInput {
  /** `waiting` until the owner of the address confirms. */
  status: 'waiting' | 'subscribed' | 'unsubscribed';
  subscribed_at: string | null;
  unsubscribed_at: string | null;
  /** Given when the address was confirmed. */
  consent: Consent | null;
  /** For the letters of the newsletter. */
  unsubscribe_link: string;
}
