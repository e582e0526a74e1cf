import type { Attachment } from '../define';
import type { Role } from '../permissions';

/** Answer of `POST token` (reference entities E24): a null token with status 200 means wrong credentials or a blocked person. */
export interface AuthAnswer {
  token: string | null;
  permissions: Role[];
  role?: Role;
  email_verified?: boolean;
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
  permissions: { id: number; name: Role; guard_name: 'api' }[];
  profile: { avatar: Attachment | null; contact: string | null } | null;
  shops: ShopStub[];
  managed_shop: ShopStub | null;
  shop_id: number | null;
}

/** Lifetime of a session and of the credential cookie, in days (specification §9). */
export const sessionDays = 7;
