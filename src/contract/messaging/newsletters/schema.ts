import * as yup from 'yup';
import type { BaseRow } from '@/contract/core/define';
import { knownLanguages } from '@/contract/core/languages';
import { writtenText } from '@/contract/core/rules';

export const newsletterSchema = yup.object({
  subject: writtenText()
    .required('error-subject-required')
    .matches(/^[^\n]*$/, 'error-text-characters')
    .max(200, 'error-too-long'),
  body: writtenText().required('error-message-required').max(15_000, 'error-too-long'),
  letter_language: yup.string().oneOf(knownLanguages).default('ru'),
});

export type NewsletterInput = yup.InferType<typeof newsletterSchema>;

export interface Newsletter extends BaseRow, NewsletterInput {
  /** A stopped one goes on where it ended. */
  status: 'draft' | 'sending' | 'stopped' | 'sent';
  /** Subscribers when sending began; before that, those of today. */
  total: number;
  /** Letters handed to the outbox; of these `waiting` are not sent yet, and `failed` were refused (known for 30 days). */
  queued: number;
  waiting: number;
  failed: number;
  started_at: string | null;
  finished_at: string | null;
}
