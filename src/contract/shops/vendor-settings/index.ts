import type { Requisites } from '@/contract/shops/requisites';

/** Answer of `GET vendor/settings` and `PUT vendor/settings`: the signed-in vendor's own. */
export interface VendorSettings {
  company: Requisites | null;
  /** `member` is the `schema` of a bank of `GET sbp/members`. */
  fast_payments: { phone: string; member: string } | null;
  notifications: { email: string | null; enable: boolean };
  /** Version of the person's row: an edit carries the one it saw. */
  version: number;
}
