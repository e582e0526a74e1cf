import * as yup from 'yup';
import type { RoleOfPerson } from '@/contract/core/areas';
import type { BaseRow, Stub } from '@/contract/core/define';
import { type StaffScope, staffScopes } from '@/contract/core/permissions';
import { email, freeText, password, relatedId } from '@/contract/core/rules';

/** A member of staff, who is invited by e-mail. E-mail and shop are set on creation only. */
export const staffSchema = yup.object({
  name: freeText().required('error-name-required').max(255, 'error-too-long'),
  email: email(),
  shop_id: relatedId().required('error-shop-required'),
  /** A role of shops; without one the scopes decide. */
  role_id: yup.number().integer('error-wrong-value').positive('error-wrong-value').nullable().default(null),
  scopes: yup
    .array(yup.string().oneOf(staffScopes, 'error-wrong-value').required())
    .when('role_id', ([role], scopes) => (role ? scopes : scopes.min(1, 'error-scopes-required')))
    .default([...staffScopes]),
});

/** For servers without invitations, where the owner chooses the first password. */
export const staffWithPasswordSchema = staffSchema.shape({
  password: password()
    .max(200, 'error-too-long')
    // A missing password is reported as missing, not as malformed.
    .transform((typed: unknown) => typed || undefined)
    .required('error-password-required'),
});

export type StaffInput = yup.InferType<typeof staffSchema>;

export interface Staff extends BaseRow {
  name: string;
  email: string;
  is_active: boolean;
  shop_id: number;
  shop: Stub | null;
  /** Null: the scopes decide. */
  role_id: number | null;
  role: Pick<RoleOfPerson, 'id' | 'key' | 'name'> | null;
  scopes: StaffScope[];
  /** The account, once the invitation is accepted. */
  user_id: number | null;
  /** The invitation is not accepted yet. */
  is_invited: boolean;
  /** Until when the invitation can be accepted. */
  expires_at: string | null;
}
