import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { piecesText } from '@/features/orders/pieces';
import { formatNumber } from '@/lib/format/format';
import { useCartActions } from '@/state/cart';
import { useMoney } from '@/state/use-money';
import type { ShownLine } from './checkout-math';
import { usePosWord } from './use-pos-word';

interface OrderLinesProps {
  lines: readonly ShownLine[];
  /** After the cart was mended: the server has to look again. */
  onFix: () => void;
}

/** The lines of the order; what cannot be had is red, left out of the sums, and says why. */
export function OrderLines({ lines, onFix }: OrderLinesProps) {
  const word = usePosWord();
  const { removeItem, updateItem } = useCartActions();
  const problems = lines.filter(({ problem }) => problem !== null);
  const fix = () => {
    for (const { item, isOut, left, price, problem } of problems) {
      if (isOut && (problem !== 'short' || !left)) removeItem(item.id);
      else if (isOut && left) updateItem(item.id, { quantity: left, stock: left, price });
      else updateItem(item.id, { price, ...(left !== null && { stock: left }) });
    }
    onFix();
  };
  return (
    <div>
      <ul
        aria-label={word('checkout.order.title')}
        className="max-h-96 divide-y divide-line-faint overflow-y-auto"
      >
        {lines.map((line) => (
          <OrderLine key={line.item.id} line={line} />
        ))}
      </ul>
      {problems.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2 rounded-card bg-warn-soft p-3">
          <p className="min-w-0 flex-1 text-small text-warn">{word('checkout.fix-text')}</p>
          <Button size="small" onClick={fix}>
            {word('checkout.fix')}
          </Button>
        </div>
      )}
    </div>
  );
}

function OrderLine({ line }: { line: ShownLine }) {
  const { i18n } = useTranslation();
  const word = usePosWord();
  const money = useMoney();
  const { item, problem, isOut, left, price, total } = line;
  const number = (value: number) => formatNumber(value, i18n.language);
  const reason =
    problem === 'short' && left
      ? word('checkout.problem.short-left', { text: number(left) })
      : problem && word(`checkout.problem.${problem}`);
  return (
    <li className="py-2.5 first:pt-0">
      <div className="flex items-baseline justify-between gap-4">
        <p className={`min-w-0 break-words ${isOut ? 'text-bad' : ''}`}>
          <bdi>{item.name}</bdi>
          {', '}
          <bdi className="text-ink-second">{piecesText(number(item.quantity), item.unit)}</bdi>
        </p>
        <span className={`whitespace-nowrap ${isOut ? 'text-bad' : 'font-medium'}`}>
          {isOut ? word('checkout.order.unavailable') : money(total)}
        </span>
      </div>
      {reason && (
        <p className={`mt-0.5 text-small font-medium ${isOut ? 'text-bad' : 'text-warn'}`}>
          {reason}
          {problem === 'price' && (
            <>
              {': '}
              <span className="sr-only">{word('checkout.was')}</span> <s>{money(item.price)}</s> →{' '}
              <span className="sr-only">{word('checkout.now')}</span> {money(price)}
            </>
          )}
        </p>
      )}
    </li>
  );
}
