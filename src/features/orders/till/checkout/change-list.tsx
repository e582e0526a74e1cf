import { useTranslation } from 'next-i18next/pages';
import { usePosWord } from '@/features/orders/till/use-till-word';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import type { Change } from './changes';

/** Which lines and sums differ from what the cashier saw, and why: nothing was placed. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { i18n } = useTranslation();
  const word = usePosWord();
  const money = useMoney();
  return (
    <div role="alert" className="rounded-card border border-warn/25 bg-warn-soft p-3 text-warn">
      <p className="font-semibold">{word('checkout.changed.title')}</p>
      <ul className="mt-1.5 list-disc ps-5 text-small">
        {changes.map(({ key, name, before = 0, now = 0, left = 0 }) => (
          <li key={`${key} ${name}`}>
            {word(`checkout.changed.${key}`, {
              name,
              before: money(before),
              now: money(now),
              text: formatNumber(left, i18n.language),
            })}
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-small">{word('checkout.changed.text')}</p>
    </div>
  );
}
