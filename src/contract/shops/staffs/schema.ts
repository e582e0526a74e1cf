import * as yup from 'yup';
import { email } from '@/contract/accounts/users/schema';
import type { BaseRow, Stub } from '@/contract/core/define';
import { type StaffScope, staffScopes } from '@/contract/core/permissions';
import { freeText, password, relatedId } from '@/contract/core/rules';

/**
 * A member of staff (reference entities E26, rules R-195). Without a password the person gets an invitation by e-mail and
 * chooses one. E-mail, password and shop are set on creation only.
 */
export const staffSchema = yup.object({
  name: freeText().required('error-name-required').max(255, 'error-too-long'),
  email: email(),
  password: password()
    .max(200, 'error-too-long')
    .nullable()
    .transform((text: unknown) => (text === '' ? null : text)),
  shop_id: relatedId().required('error-shop-required'),
  scopes: yup
    .array(yup.string().oneOf(staffScopes, 'error-wrong-value').required())
    .min(1, 'error-scopes-required')
    .default([...staffScopes]),
});

/** The form, where the owner chooses between an invitation and a password. */
export const newStaffSchema = staffSchema.shape({
  by_letter: yup.boolean().default(true),
  password: password()
    .max(200, 'error-too-long')
    .when('by_letter', ([byLetter], text) =>
      byLetter
        ? text.nullable().transform(() => null)
        : // A missing password is reported as missing, not as malformed.
          text.transform((typed: unknown) => typed || undefined).required('error-password-required'),
    ),
});

export type StaffInput = yup.InferType<typeof staffSchema>;
export type NewStaffInput = yup.InferType<typeof newStaffSchema>;

export interface Staff extends BaseRow {
  name: string;
  email: string;
  is_active: boolean;
  shop_id: number;
  shop: Stub | null;
  scopes: StaffScope[];
  /** The invitation is not accepted yet. */
  is_invited: boolean;
}
