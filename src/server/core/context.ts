import type { Kysely, Transaction } from 'kysely';
import { holds, limited, type Right, type RoleOfPerson } from '@/contract/core/areas';
import type { Language } from '@/contract/core/languages';
import { adminOnly, isAllowed, type Permission } from '@/contract/core/permissions';
import type { OnlineWay } from '@/server/integrations/online-ways';
import type { DB } from './db/types';

export type Database = Kysely<DB>;

/** The signed-in user, loaded again for each request. */
export interface SessionUser {
  id: number;
  name: string;
  email: string;
  permissions: Permission[];
  ownedShopIds: number[];
  managedShopId: number | null;
  /** What limits the person; null for all that the permissions open. */
  role?: RoleOfPerson | null;
  sessionId: number;
  /** Position of the database's log after the last write of the session (`core/scale/replica.ts`). */
  writtenLsn?: string | null;
  /** Languages offered by the marketplace; read with the session, so they cost no extra query. */
  languages?: readonly Language[];
  /** Low-stock threshold of the settings; read with the session, too. */
  lowStockThreshold?: number;
  /** Until the e-mail is confirmed, only the routes that confirm it are open. */
  mustVerifyEmail?: boolean;
  /** Until a second factor is set up, only the routes that do it are open. */
  mustSetUpSecondFactor?: boolean;
  /** The provider that the person's role demands, until it is linked; only the routes that do it are open. */
  mustLink?: string | null;
  /** Somebody of the team looks through this person's eyes (rules/accounts: a view changes nothing). */
  view?: VendorView;
}

/** Who looks, and until when. */
export interface VendorView {
  id: number;
  by: { id: number; name: string };
  until: Date;
}

/** First argument of every service. In a write `db` is the transaction; there is no other handle. */
export interface Ctx {
  db: Database | Transaction<DB>;
  user: SessionUser | null;
  now: Date;
  locale: string;
  /** Languages offered by the marketplace; outside of requests, all of them. */
  languages?: readonly Language[];
  ip: string;
  requestId: string;
  /** Base of the links in emails, without a trailing slash. */
  publicUrl: string;
  /** Unknown keys of the query, ignored and named in the answer; undefined for our own panel, which is refused. */
  ignoredKeys?: string[] | undefined;
  /** Only for our own panel in its own origin: stores the companion of a session in the browser; null deletes it. */
  keepBrowserProof?: ((secret: string | null) => void) | undefined;
  /** Inside of a transaction: what waits for its commit (`afterCommit`). */
  afterCommit?: (() => void)[];
  /** The language that another client asked for and that is not offered: its rows say that they are in it. */
  foreignLanguage?: string | undefined;
  /** Ways to pay online, whatever the settings are (`onlineWays`); undefined outside of requests. */
  online?: readonly OnlineWay[];
  /** Contacts of customers are masked whoever the person is: in files that nobody asked for at that moment. */
  hidesContacts?: boolean;
  /** Hash of the request that a second person confirms at the moment: exactly this may happen. */
  approved?: string;
}

/** Context of a signed-in user: what a service gets from a route that is not public. */
export type UserCtx = Ctx & { user: SessionUser };

export function isAdmin(ctx: Ctx): boolean {
  return ctx.user !== null && isAllowed(adminOnly, ctx.user.permissions);
}

/** An administrator whom no role limits: what belongs to no area, such as the files of others, is theirs alone. */
export const isUnlimited = (ctx: Ctx): boolean => isAdmin(ctx) && !ctx.user?.permissions.includes(limited);

/** Whether no role keeps the person from this right, where an action gathers over areas. */
export const mayDo = (ctx: Pick<UserCtx, 'user'>, right: Right): boolean =>
  holds(ctx.user.permissions, right);

/** Whether the request comes from a client of the dialect that is not our own panel. */
export const isOtherClient = ({ ignoredKeys }: Pick<Ctx, 'ignoredKeys'>): boolean =>
  ignoredKeys !== undefined;

/** Shops whose rows the user may access: owned ones for an owner, the managed one for staff. */
export function ownShopIds(user: SessionUser): number[] {
  if (user.permissions.includes('store_owner')) return user.ownedShopIds;
  if (user.permissions.includes('staff') && user.managedShopId !== null) return [user.managedShopId];
  return [];
}
