import * as yup from 'yup';
import type { Consent } from '@/contract/core/consent';
import type { BaseRow } from '@/contract/core/define';
import { email, writtenText } from '@/contract/core/rules';

const oneLine = (longest: number) =>
  writtenText()
    .matches(/^[^\n]*$/, 'error-text-characters')
    .max(longest, 'error-too-long');

/** A message as it is recorded; only whether it is done changes afterwards. */
export const contactMessageSchema = yup.object({
  subject: oneLine(200).required('error-subject-required'),
  name: oneLine(120).required('error-person-name-required'),
  email: email(),
  description: writtenText().required('error-message-required').max(5000, 'error-too-long'),
  is_done: yup.boolean().default(false),
});

/** `POST contact-us`. Clients of the dialect send no consent; one that they send is kept as evidence. */
export const contactUsSchema = contactMessageSchema
  .pick(['subject', 'name', 'email', 'description'])
  .shape({ accepts_personal_data: yup.boolean().oneOf([true], 'error-consent-missing') });

/** `POST contact-messages/{id}/answer` */
export const contactAnswerSchema = yup.object({
  answer: writtenText().required('error-answer-required').max(5000, 'error-too-long'),
});

export type ContactMessageInput = yup.InferType<typeof contactMessageSchema>;

export interface ContactMessage extends BaseRow, ContactMessageInput {
  /** Null when the form asked for none. */
  consent: Consent | null;
  answer: string | null;
  answered_at: string | null;
  answerer: { id: number; name: string } | null;
}
