import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { type WithdrawDetails, type WithdrawState, withdrawMoves } from '@/contract/ledger/withdraws/schema';
import { lazyPart } from '@/lib/lazy-part';

const Confirmation = lazyPart(() => import('./confirmation'), 'Confirmation');

/** Moves of a state, in the usual order of use. */
export const orderedMoves = (state: WithdrawState) =>
  (['approved', 'processing', 'on_hold', 'rejected'] as const).filter((to) =>
    withdrawMoves[state].includes(to),
  );

/** Moves a request to another state; offers valid transitions only. */
export function Decision({ withdraw }: { withdraw: WithdrawDetails }) {
  const { t } = useTranslation('ledger');
  const [target, setTarget] = useState<WithdrawState>();
  const moves = orderedMoves(withdraw.status);
  // Whoever confirms it does so above.
  if (useWaiting({ family: 'withdraws', id: withdraw.id }).length > 0) return null;
  return (
    <Card title={t('ledger:withdraws.card.decision')}>
      {moves.length === 0 && (
        <p className="text-ink-second">{t(`ledger:withdraws.final.${withdraw.status}`)}</p>
      )}
      {target === undefined ? (
        <div className="grid gap-2">
          {moves.map((state) => (
            <Button
              key={state}
              variant={state === 'approved' ? 'primary' : 'secondary'}
              onClick={() => setTarget(state)}
            >
              {t(`ledger:withdraws.moves.${state}`)}
            </Button>
          ))}
        </div>
      ) : (
        <Confirmation withdraw={withdraw} target={target} onClose={() => setTarget(undefined)} />
      )}
    </Card>
  );
}
