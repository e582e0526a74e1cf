import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
import { StatusBadge } from '@/components/domain/status-badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CopyIcon } from '@/components/ui/copy-icon';
import type { AnyResource } from '@/contract/core/define';
import { type PayoutState, payoutWords, type WithdrawDetails } from '@/contract/ledger/withdraws/schema';
import { formatDate } from '@/lib/format/format';
import { lazyPart } from '@/lib/lazy-part';
import { useMay } from '@/lib/session/rights';

const PayoutWord = lazyPart(() => import('./payout-word'), 'PayoutWord');

interface PayoutProps {
  resource: AnyResource;
  withdraw: WithdrawDetails;
}

/** Where the money of a request is: the purpose to pay it with, its lines of the bank, and a person's word without one. */
export function Payout({ resource, withdraw }: PayoutProps) {
  const { t } = useTranslation('ledger');
  const mayDecide = useMay('finance:decide');
  const { payout_state: state, purpose, bank_lines: lines = [] } = withdraw;
  const waiting = useWaiting({ family: 'withdraws', id: withdraw.id });
  if (!state && !purpose) return null;
  const hasDebit = lines.some(({ direction }) => direction === 'out');
  const maySay = state && mayDecide && purpose && !hasDebit && waiting.length === 0;
  return (
    <Card title={t('ledger:withdraws.payout.title')}>
      <div className="grid gap-3">
        {state && (
          <div className="grid justify-items-start gap-1">
            <StatusBadge resource={resource} column="payout_state" value={state} />
            <p>{t(`ledger:withdraws.payout.texts.${state}`)}</p>
            {purpose && state === 'debited' && !hasDebit && (
              <p className="text-small text-ink-second">{t('ledger:withdraws.payout.by-word')}</p>
            )}
          </div>
        )}
        {lines.map((line) => (
          <p key={line.id} className="text-small break-words text-ink-second">
            {t(`ledger:withdraws.payout.line-${line.direction}`, {
              number: line.number,
              party: line.party,
              day: formatDate(line.day),
            })}
          </p>
        ))}
        {purpose && state !== 'debited' && state !== 'returned' && <Purpose text={purpose} />}
        {maySay && <Words withdraw={withdraw} from={state} />}
      </div>
    </Card>
  );
}

function Purpose({ text }: { text: string }) {
  const { t } = useTranslation('ledger');
  return (
    <div>
      <p className="text-small text-ink-second">{t('ledger:withdraws.payout.purpose')}</p>
      <p className="flex items-start justify-between gap-2">
        <bdi className="min-w-0 font-medium break-words select-all">{text}</bdi>
        <CopyIcon text={text} />
      </p>
      <p className="text-small text-ink-second">{t('ledger:withdraws.payout.purpose-hint')}</p>
    </div>
  );
}

interface WordsProps {
  withdraw: WithdrawDetails;
  from: PayoutState;
}

/** What two people may say of a payout that no statement shows. */
function Words({ withdraw, from }: WordsProps) {
  const { t } = useTranslation('ledger');
  const [state, setState] = useState<PayoutState>();
  if (state) return <PayoutWord withdraw={withdraw} state={state} onClose={() => setState(undefined)} />;
  return (
    <div className="grid gap-2">
      {payoutWords[from].map((to) => (
        <Button key={to} onClick={() => setState(to)}>
          {t(`ledger:withdraws.payout.words.${to}`)}
        </Button>
      ))}
    </div>
  );
}
