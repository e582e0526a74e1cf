import type { CallDeps } from './outgoing/call';

/** Credentials of YooKassa; another address only for a stand-in (`npm run fakes`). */
export interface YookassaSettings {
  shopId: string;
  secret: string;
  url?: string | undefined;
  /** Receipts are registered through it, too («payment first, then receipt»). */
  receipts?: boolean | undefined;
}

/** Credentials of T-Bank acquiring; another address only for a stand-in (`npm run fakes`). */
export interface TbankSettings {
  terminal: string;
  password: string;
  url?: string | undefined;
}

/** Acquirers of the platform; without credentials an acquirer does not exist. */
export interface AcquirerSettings {
  /** Limits and pauses of requests other than the usual ones: stand-ins are not waited for. */
  patience?: Pick<CallDeps, 'pause' | 'totalMs'> | undefined;
  yookassa?: YookassaSettings | undefined;
  tbank?: TbankSettings | undefined;
  /** A cash register for receipts. */
  atol?: AtolSettings | undefined;
  /** Address of ATOL Online for registers of shops, only for a stand-in. */
  atolUrl?: string | undefined;
}

/** Credentials of ATOL Online; another address only for a stand-in (`npm run fakes`). */
export interface AtolSettings {
  login: string;
  password: string;
  /** Code of the group of registers. */
  group: string;
  url?: string | undefined;
}
