import * as yup from 'yup';
import { type Area, areas, type LevelByArea, type RoleOfPerson } from '@/contract/core/areas';
import type { BaseRow } from '@/contract/core/define';
import { amount, calendarDay, email, freeText } from '@/contract/core/rules';
import type { AloneLimits } from './limits';

const level = (area: Area) => yup.string().oneOf([...areas[area]], 'error-wrong-value');

const levelByArea = yup
  .object(Object.fromEntries((Object.keys(areas) as Area[]).map((area) => [area, level(area)])))
  .noUnknown('error-wrong-value')
  .default({});

const limit = () => amount().min(0, 'error-must-not-be-negative').max(1e13, 'error-too-big').optional();

/** A role: the areas that it opens, each up to its level, and what it demands of its people. */
export const roleSchema = yup.object({
  name: freeText().required('error-name-required').max(120, 'error-too-long'),
  kind: yup.string().oneOf(['team', 'shop'], 'error-wrong-value').default('team'),
  areas: levelByArea,
  /** The day from which a second factor is obligatory. */
  two_factor_from: calendarDay()
    .nullable()
    .transform((day: unknown) => day || null)
    .default(null),
  /** Its people sign in through this provider and in no other way. */
  sign_in_provider: yup
    .number()
    .integer('error-wrong-value')
    .positive('error-wrong-value')
    .nullable()
    .default(null),
  /** Sums up to which its people move money without a second person, if the common rule does not ask for one earlier. */
  alone_limits: yup.object({ payout: limit(), refund: limit() }).default({}),
});

/** `POST users/{id}/role`: null makes a full administrator of a person of the team. */
export const giveRoleSchema = yup.object({ role_id: yup.number().integer().positive().nullable().defined() });

/** `POST users/invite`, into the team. */
export const inviteSchema = yup.object({
  email: email(),
  name: freeText().required('error-name-required').max(255, 'error-too-long'),
  role_id: yup.number().integer().positive('error-wrong-value').required('error-wrong-value'),
});

export type RoleInput = yup.InferType<typeof roleSchema>;

export interface RoleRow extends BaseRow {
  /** Of a ready role, by which its name is translated; nobody changes it. */
  key: string | null;
  name: string;
  kind: RoleOfPerson['kind'];
  shop_id: number | null;
  areas: LevelByArea;
  two_factor_from: string | null;
  sign_in_provider: number | null;
  alone_limits: AloneLimits;
  /** How many have it. */
  people_count: number;
}

/** A role that may be given to people of a shop, `GET shop-roles`. */
export type ShopRole = Pick<RoleRow, 'id' | 'key' | 'name' | 'areas' | 'shop_id'>;

/** A person who was invited into the team and has not accepted, `GET users/invited`. */
export interface InvitedRow {
  id: number;
  name: string;
  email: string;
  invited_at: string;
  expires_at: string;
  role: Pick<RoleOfPerson, 'id' | 'key' | 'name'>;
}
