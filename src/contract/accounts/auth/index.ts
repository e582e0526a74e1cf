import type { Attachment } from '@/contract/core/define';
import type { Permission, Role } from '@/contract/core/permissions';

/** Answer of `POST token` (reference entities E24): a null token with status 200 means wrong credentials or a blocked person. */
export interface AuthAnswer {
  token: string | null;
  permissions: Permission[];
  role?: Role;
  email_verified?: boolean;
  /** The password was right and a second factor is asked for: give this back with its code within five minutes. */
  challenge?: string;
}

/** `{message, success}` of the endpoints that tell nothing else (reference endpoints §3). */
export interface Message {
  message: string;
  success: boolean;
  /** Demo mode only, where nobody gets mail: the letter that was just written. */
  letter?: DemoEmail;
}

/** A letter as its receiver would read it. */
export interface DemoEmail {
  subject: string;
  body: string;
}

/** Answer of `POST api/admin/auth/send-code`, the same whether the number is known or not. Seconds. */
export interface CodeSent {
  success: true;
  expires_in: number;
  /** After so many seconds another code may be asked for. */
  retry_after: number;
}

/** Answer of `POST send-otp-code` (reference entities E25), the same whether the number is known or not. */
export interface OtpSent extends Message {
  id: string;
  provider: string;
  phone_number: string;
  /** Always true: nobody learns from it whose numbers we know. */
  is_contact_exist: boolean;
}

/** Answer of `POST two-factor/setup`: what the application scans, and the same to type. */
export interface TwoFactorSetup {
  secret: string;
  uri: string;
}

/** One of the person's sessions, `GET sessions`. */
export interface SessionRow {
  id: number;
  ip: string | null;
  user_agent: string | null;
  created_at: string;
  last_seen_at: string | null;
  expires_at: string;
  /** The one that asks. */
  is_current: boolean;
}

/** A shop as other rows refer to it. */
export interface ShopStub {
  id: number;
  name: string;
  slug: string;
  logo: Attachment | null;
  is_active: boolean;
}

/** Answer of `GET me` (reference entities E20): the signed-in person, the shops owned and the shop worked in. */
export interface Me {
  id: number;
  name: string;
  email: string;
  email_verified: boolean;
  is_active: boolean;
  permissions: { id: number; name: Permission; guard_name: 'api' }[];
  profile: {
    avatar: Attachment | null;
    bio: string | null;
    contact: string | null;
    contact_verified: boolean;
    notifications: { email?: string | null; enable?: boolean };
  } | null;
  wallet: { total_points: number; points_used: number; available_points: number } | null;
  /** Whether a second factor is asked for at sign-in. */
  two_factor: boolean;
  email_verified_at: string | null;
  shops: ShopStub[];
  managed_shop: ShopStub | null;
  shop_id: number | null;
  /** Where live updates go on from (`GET live`); another server of this dialect has none. */
  live_place?: number;
  /** The weightiest notice that the person has not read: it stands above every page. */
  notice?: { id: number; notice: string } | null;
}

/** Lifetime of a session and of the credential cookie, in days (specification §9). */
export const sessionDays = 7;
