import { holds } from '@/contract/core/areas';
import { adminOnly, isAllowed, ownerStaff, type Permission, type Role } from '@/contract/core/permissions';

/** Minutes after which a look through a vendor's eyes ends. */
export const viewMinutes = 30;

/** Answer of `POST vendor-views`: a session that only reads. */
export interface OpenedView {
  token: string;
  permissions: Permission[];
  role: Role;
  /** When it ends. */
  until: string;
}

/** A look through the eyes of a shop's owner or staff, `GET shops/{key}/views`, newest first. */
export interface VendorViewRow {
  id: number;
  by: { id: number; name: string };
  seen: { id: number; name: string };
  reason: string;
  started_at: string;
  /** What was read, each once, in its order. */
  pages: ViewedPage[];
}

/** `family` names records, `area` other data of an area; neither is for data of every page. */
export interface ViewedPage {
  at: string;
  family: string | null;
  area: string | null;
  /** Id, number or address of the record; null for a list. */
  record: string | null;
}

/** Whether a person may look through a vendor's eyes. */
export const mayLookAs = (permissions: readonly string[]): boolean =>
  isAllowed(adminOnly, permissions) && holds(permissions, 'customers:decide');

/** Owners and staff; nobody of the platform's team. */
export const mayBeSeenAs = (permissions: readonly string[]): boolean =>
  isAllowed(ownerStaff, permissions) && !isAllowed(adminOnly, permissions);
