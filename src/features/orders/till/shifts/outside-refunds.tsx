import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { formatDateTime } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { useTillWord } from '../use-till-word';
import { useHandOut, useOutsideRefunds } from './use-shift';

interface OutsideRefundsProps {
  shop: string;
  /** The open shift that hands them out; undefined to only list them. */
  shiftId?: number;
}

/** Cash refunds that no shift has handed out; nothing when there are none. */
export function OutsideRefunds({ shop, shiftId }: OutsideRefundsProps) {
  const { i18n } = useTranslation();
  const word = useTillWord();
  const money = useMoney();
  const { data: refunds = [] } = useOutsideRefunds(shop);
  const { send, sending, error } = useHandOut(shop, shiftId ?? 0);
  if (refunds.length === 0) return null;
  return (
    <section aria-label={word('shift.outside')} className="rounded-card bg-warn-soft p-3">
      <h3 className="font-semibold">{word('shift.outside')}</h3>
      <p className="mt-0.5 text-small text-ink-second">{word('shift.outside-text')}</p>
      <ul className="mt-2 grid gap-2">
        {refunds.map(({ id, at, amount, order_number: number }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="min-w-0">
              <span className="block font-medium tabular-nums">{money(amount)}</span>
              <span className="block text-small break-words text-ink-second">
                {word('shift.of-order', { number })} · {formatDateTime(at, i18n.language)}
              </span>
            </span>
            {shiftId !== undefined && (
              <Button
                className="h-10!"
                isLoading={sending === id}
                aria-label={word('shift.hand-out-sum', { sum: money(amount), number })}
                onClick={() => send(id)}
              >
                {word('shift.hand-out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="mt-2 font-medium text-bad">
          {error}
        </p>
      )}
    </section>
  );
}
