import type { Requisites } from '@/contract/shops/requisites';

/** Answer of `GET vendor/settings` and `PUT vendor/settings`, for the signed-in vendor. */
export interface VendorSettings {
  company: Requisites | null;
  /** `member` is the `schema` of a bank of `GET sbp/members`. */
  fast_payments: { phone: string; member: string } | null;
  notifications: { email: string | null; enable: boolean };
  /** Row version of the user, which an edit sends back. */
  version: number;
}
