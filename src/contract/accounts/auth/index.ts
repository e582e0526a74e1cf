import type { RoleOfPerson } from '@/contract/core/areas';
import type { Attachment } from '@/contract/core/define';
import type { Permission, Role, StaffScope } from '@/contract/core/permissions';

/**
 * Answer of `POST token` (rules/accounts: nobody learns whether an address has an account): a null token with status
 * 200 means wrong credentials or a blocked user.
 */
export interface AuthAnswer {
  token: string | null;
  permissions: Permission[];
  role?: Role;
  email_verified?: boolean;
  /** A second factor is required: send this with its code within five minutes. */
  challenge?: string;
}

/** Answer of endpoints without data. */
export interface Message {
  message: string;
  success: boolean;
  /** Demo mode only, where no mail is sent: the e-mail that was just written. */
  letter?: DemoEmail;
}

/** An e-mail as its receiver reads it. */
export interface DemoEmail {
  subject: string;
  body: string;
}

/** Answer of `POST api/admin/auth/send-code`, the same for known and unknown numbers. In seconds. */
export interface CodeSent {
  success: true;
  expires_in: number;
  /** Wait before the next code. */
  retry_after: number;
}

/** Answer of `POST send-otp-code`, the same for known and unknown numbers. */
export interface OtpSent extends Message {
  id: string;
  provider: string;
  phone_number: string;
  /** Always true, so that it does not reveal whether the number has an account. */
  is_contact_exist: boolean;
}

/** Answer of `POST two-factor/setup`: the address to scan, and the secret to type. */
export interface TwoFactorSetup {
  secret: string;
  uri: string;
}

/** Ways to confirm who one is before money moves. */
export type ConfirmationWay = 'code' | 'passkey' | 'password';

export const confirmationMinutes = 10;

/** A passkey of the user, `GET me/passkeys`. */
export interface Passkey {
  id: number;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** Answer of `POST me/passkeys`. The first second factor brings recovery codes. */
export interface PasskeyAdded {
  id: number;
  recovery_codes: string[];
}

/** A session of the user, `GET sessions`. */
export interface SessionRow {
  id: number;
  ip: string | null;
  user_agent: string | null;
  created_at: string;
  last_seen_at: string | null;
  expires_at: string;
  is_current: boolean;
  /** It was opened in the network of this request; absent on other servers. */
  is_same_network?: boolean;
}

/** A shop embedded in other rows. */
export interface ShopStub {
  id: number;
  name: string;
  slug: string;
  logo: Attachment | null;
  is_active: boolean;
}

/** Answer of `GET me`: the signed-in user with the shops they own or work in. */
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
  /** The role that limits the person; null for everybody else, absent for other clients. */
  role?: Pick<RoleOfPerson, 'id' | 'key' | 'name'> | null;
  /** Sign-in requires a second factor. */
  two_factor: boolean;
  email_verified_at: string | null;
  /** Registered by a shop front without our consents: the panel asks for them first. */
  must_consent?: boolean;
  /** Owned shops; balance, address and settings are for other clients of the dialect. */
  shops: (ShopStub & { balance?: object; address?: object | null; settings?: object })[];
  /** The current one of the shops that the person works in. */
  managed_shop: ShopStub | null;
  shop_id: number | null;
  /** All shops that the person works in; absent for other clients of the dialect. */
  workplaces?: ShopStub[];
  /** The latest completed purchase, for checkouts of other clients. */
  last_order?: object | null;
  address?: object[];
  created_at?: string;
  updated_at?: string;
  /** Start position of `GET live`; absent on other servers of this dialect. */
  live_place?: number;
  /** The newest unread notice of high priority, shown above every page, and how many more there are. */
  notice?: { id: number; notice: string; others?: number } | null;
  /** Somebody of the team looks through this person's eyes, and only reads. */
  view?: { by: { id: number; name: string }; until: string };
}

/** Whom a mailed invitation is for, `POST verify-forget-password-token`. */
export interface InvitationOffer {
  /** The shop; null for the team of the platform. */
  shop: Pick<ShopStub, 'name' | 'logo'> | null;
  role: Pick<RoleOfPerson, 'key' | 'name'> | null;
  scopes: StaffScope[];
  expires_at: string;
  /** The address has an account: its person accepts after signing in. */
  has_account: boolean;
}

/** Answer of `POST invitations/accept`. */
export interface InvitationAccepted {
  /** Null: the person is in the team of the platform now. */
  shop: Pick<ShopStub, 'id' | 'name' | 'slug'> | null;
  /** The person works in this shop now; otherwise they can switch to it. */
  is_current: boolean;
}

/** Answer of `POST verify-forget-password-token`. */
export interface TokenState extends Message {
  invitation?: InvitationOffer;
  /** Why an invitation cannot be accepted, as a key of `form`. */
  reason?: string;
}

/** Shops that the person owns or works in. */
export function ownShops(me: Pick<Me, 'shops' | 'managed_shop'> | undefined): ShopStub[] {
  return [...(me?.shops ?? []), ...(me?.managed_shop ? [me.managed_shop] : [])];
}

/** Lifetime of a session and of the credential cookie, in days (specification §9). */
export const sessionDays = 7;
