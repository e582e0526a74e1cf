import type { Kysely, Transaction } from 'kysely';
import type { Permission } from '@/contract/core/permissions';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { DB } from './db/types';

export type Database = Kysely<DB>;

/** The signed-in person as the server sees them on each request: never older than the request. */
export interface SessionUser {
  id: number;
  name: string;
  email: string;
  permissions: Permission[];
  ownedShopIds: number[];
  managedShopId: number | null;
  sessionId: number;
  /** Nothing but confirming the e-mail is open until that is done. */
  mustVerifyEmail?: boolean;
}

/** What every service is given first. For a write `db` is the transaction; there is no other handle. */
export interface Ctx {
  db: Database | Transaction<DB>;
  user: SessionUser | null;
  now: Date;
  /** Language of texts read and written. */
  locale: string;
  ip: string;
  requestId: string;
  /** Begins the links in letters; without a slash at its end. */
  publicUrl: string;
  /** No order can be paid by the fast payment system, whatever the settings say (`sbpState`). */
  isSbpOff?: boolean;
}

/** A context whose person is known: what a service gets behind a door that is not public. */
export type UserCtx = Ctx & { user: SessionUser };

export function isAdmin(ctx: Ctx): boolean {
  return ctx.user !== null && isAllowed(adminOnly, ctx.user.permissions);
}

/** Shops whose rows the person may touch: owned ones for an owner, the managed one for staff. */
export function shopIdsOf(user: SessionUser): number[] {
  if (user.permissions.includes('store_owner')) return user.ownedShopIds;
  if (user.permissions.includes('staff') && user.managedShopId !== null) return [user.managedShopId];
  return [];
}
