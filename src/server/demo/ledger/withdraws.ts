import type { WithdrawState } from '@/contract/ledger/withdraws/schema';
import { typed } from '@/server/demo/typed';
import withdrawsData from './withdraws.json';

export interface DemoWithdraw {
  shop: string;
  /** Share of the shop's balance at that time. */
  share: number;
  /** Days since the request. */
  age: number;
  method: string;
  details?: string;
  note?: string;
  moves: readonly (readonly [status: WithdrawState, hours: number, note?: string])[];
}

export const withdraws = typed<readonly DemoWithdraw[]>(withdrawsData);
