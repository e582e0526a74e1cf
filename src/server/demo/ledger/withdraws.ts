import type { WithdrawState } from '@/contract/ledger/withdraws/schema';
import { typed } from '@/server/demo/typed';
import withdrawsData from './withdraws.json';

export interface DemoWithdraw {
  shop: string;
  /** Part of what the shop has then. */
  share: number;
  /** Days since it was asked for. */
  age: number;
  method: string;
  details?: string;
  note?: string;
  /** States after the first, each so many hours after the one before, with what was said. */
  moves: readonly (readonly [status: WithdrawState, hours: number, note?: string])[];
}

export const withdraws = typed<readonly DemoWithdraw[]>(withdrawsData);
