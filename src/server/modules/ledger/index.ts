import { defineModule } from '@/server/core/module';
import { sumLedgerDays } from './ledger';
import { ledgerRoutes, withdrawRoutes } from './routes';
import { withdrawsService } from './withdraws';

/** Double-entry ledger, statements, reconciliation and withdrawals. */
export const ledger = defineModule({
  routes: [ledgerRoutes, withdrawRoutes],
  effects: {
    triggers: {
      'ledger_entries: ledger_is_immutable': 'refuses changes',
      'ledger_lines: ledger_is_immutable': 'refuses changes, except of the day',
      'ledger_lines: ledger_is_balanced': 'refuses an entry whose lines do not sum to zero at commit',
      'ledger_lines: ledger_days_add': 'appends to the turnover of the account and day',
      'withdraws: withdraws_payout_state':
        'clears the state of a request that is not approved; an approval without one has left the bank',
    },
    events: { decision: 'a withdrawal was requested, decided or cancelled' },
  },
  jobs: () => [
    {
      kind: 'scheduled',
      name: 'ledger-days',
      everyMs: 60_000,
      run: ({ ctx }) => sumLedgerDays(ctx.db),
    },
  ],
  resources: {
    withdraws: withdrawsService,
  },
});
