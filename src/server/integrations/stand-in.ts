import type { ProviderName } from '@/contract/ledger/providers';

/** The stand-in acquirer of a demo, which takes no real money (docs/payments.md). */
export interface StandIn {
  /** Whom it plays. */
  provider: ProviderName;
  control: (command: Record<string, unknown>) => Promise<unknown>;
  /** What it took and returned, in kopecks. */
  movements: () => readonly { kind: 'payment' | 'refund' | 'chargeback'; amount: number }[];
}

/** Only with `REHEARSAL=true` in demo mode, and without credentials of an acquirer. */
export interface StandInSettings {
  standIn?: StandIn | undefined;
  /** The stand-in cash register. */
  standInRegister?: Pick<StandIn, 'control'> | undefined;
}
