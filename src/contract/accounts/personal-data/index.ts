import * as yup from 'yup';
import { freeText } from '@/contract/core/rules';

/** Contacts that are shown one by one, by family (rules/accounts: a contact is shown by a click that is kept). */
export const revealable = {
  orders: ['customer_contact', 'customer_email', 'shipping_address', 'billing_address'],
  refunds: ['customer_contact', 'customer_email'],
  reviews: ['email'],
  questions: ['email'],
  'contact-messages': ['email'],
  'newsletter-subscribers': ['email'],
} as const satisfies Record<string, readonly string[]>;

export type RevealFamily = keyof typeof revealable;

export type RevealField = (typeof revealable)[RevealFamily][number];

const families = Object.keys(revealable) as RevealFamily[];
const fields = [...new Set(Object.values(revealable).flat())] as RevealField[];

/** `POST personal-data/reveal`. */
export const revealSchema = yup.object({
  family: yup.string().oneOf(families, 'error-wrong-value').required('error-wrong-value'),
  id: yup.number().integer().positive().required('error-wrong-value').typeError('error-wrong-value'),
  field: yup
    .string()
    .oneOf(fields, 'error-wrong-value')
    .required('error-wrong-value')
    .test('of-family', 'error-wrong-value', (field, { parent }) => {
      const own: readonly string[] = revealable[(parent as { family: RevealFamily }).family] ?? [];
      return own.includes(field);
    }),
  reason: freeText().max(300, 'error-too-long').nullable(),
});

/** A phone, an e-mail, or an address in one line; null where there is none. */
export interface RevealedContact {
  value: string | null;
}

/** Who looked at the contacts of a person, newest first. */
export interface PersonalDataView {
  id: number;
  at: string;
  kind: 'reveal' | 'open' | 'export';
  user: { id: number; name: string };
  /** The record whose contact was shown, or the list that was taken out. */
  family: string;
  row_id: number | null;
  field: RevealField | null;
  reason: string | null;
}
