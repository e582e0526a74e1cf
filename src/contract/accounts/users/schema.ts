import * as yup from 'yup';
import type { RoleOfPerson } from '@/contract/core/areas';
import type { Consent } from '@/contract/core/consent';
import type { Attachment, BaseRow } from '@/contract/core/define';
import type { Permission } from '@/contract/core/permissions';
import { attachment, email, freeText, password, phone, website } from '@/contract/core/rules';
import type { Address } from '../addresses/schema';
import type { ShopStub } from '../auth';

export const profileSchema = yup.object({
  avatar: attachment(),
  bio: freeText().max(2000, 'error-too-long').nullable(),
  contact: phone().nullable(),
  socials: yup
    .array(
      yup.object({
        type: yup.string().max(60, 'error-too-long').required(),
        link: website().max(500, 'error-too-long').required(),
      }),
    )
    .default([]),
  notifications: yup.object({
    email: yup.string().trim().lowercase().email('error-email-format').nullable(),
    enable: yup.boolean().default(false),
  }),
});

/**
 * A user in the form of administrators (rules/accounts: a form does not carry rights). E-mail and password are set on
 * creation and changed only by the user; permissions, shop and wallet change through actions.
 */
export const userSchema = yup.object({
  name: freeText().required('error-name-required').max(255, 'error-too-long'),
  email: email(),
  password: password().max(200, 'error-too-long'),
  profile: profileSchema.default(undefined),
});

/** Creation by an administrator, where the password is required to sign in. */
export const newUserSchema = userSchema.shape({
  password: password().max(200, 'error-too-long').required('error-password-required'),
});

/** A customer created by a cashier: with a phone number and without a password. */
export const newCustomerSchema = yup.object({
  name: freeText().required('error-name-required').max(255, 'error-too-long'),
  email: email(),
  contact: phone().required('error-phone-required'),
});

const personId = () => yup.number().integer().positive().required('error-wrong-value');

/** `POST users/block-user`; `users/unblock-user` needs the id only. */
export const blockSchema = yup.object({
  id: personId(),
  reason: freeText().max(500, 'error-too-long').nullable(),
});

/** `POST users/make-admin`. Toggles the role without `grant`, as older clients of the dialect expect. */
export const makeAdminSchema = yup.object({ user_id: personId(), grant: yup.boolean() });

/** `POST add-points`: whole points; they cannot be removed. */
export const addPointsSchema = yup.object({
  customer_id: personId(),
  points: yup
    .number()
    .transform((value, original) => (original === '' || original === null ? undefined : value))
    .typeError('error-points-whole')
    .required('error-points-required')
    .integer('error-points-whole')
    .min(1, 'error-must-be-positive')
    .max(1_000_000, 'error-points-limit'),
});

export type UserInput = yup.InferType<typeof userSchema>;
export type ProfileInput = yup.InferType<typeof profileSchema>;

/** Points of a customer, summed up from the ledger. */
export interface Wallet {
  id: number;
  customer_id: number;
  total_points: number;
  points_used: number;
  available_points: number;
}

/** `GET users/{id}/wallet`: movements of a wallet, newest first. */
/** Consents given at registration, `GET users/{id}/consents`. */
export interface PersonConsent extends Consent {
  id: number;
  kind: 'personal-data' | 'terms';
}

export interface WalletLine {
  id: number;
  at: string;
  kind: string;
  /** Reason, if one was given. */
  reason: string | null;
  /** Negative when points were spent. */
  points: number;
  /** Balance after the movement. */
  balance: number;
  family: string | null;
  row_id: number | null;
  /** Who made it. */
  user: { id: number; name: string } | null;
}

/** A user on the wire, without passwords, secrets or hashes. */
export interface User extends BaseRow {
  name: string;
  email: string;
  email_verified: boolean;
  email_verified_at: string | null;
  is_active: boolean;
  ban_reason: string | null;
  shop_id: number | null;
  profile: {
    avatar: Attachment | null;
    bio: string | null;
    contact: string | null;
    contact_verified: boolean;
    socials: ProfileInput['socials'];
    notifications: ProfileInput['notifications'];
  };
  permissions: { id: number; name: Permission; guard_name: 'api' }[];
  wallet: Wallet | null;
  /** Of a person of the team; without one an administrator may do everything. */
  team_role?: Pick<RoleOfPerson, 'id' | 'key' | 'name' | 'areas'> | null;
  /** In details only. */
  address?: Address[];
  shops?: ShopStub[];
  /** The current one of the shops that the person works in. */
  managed_shop?: ShopStub | null;
  /** All shops that the person works in. */
  workplaces?: ShopStub[];
  two_factor?: boolean;
}

export const unblockSchema = blockSchema.pick(['id']);
