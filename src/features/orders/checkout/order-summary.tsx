import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { piecesText } from '@/contract/orders/pieces';
import { useCheckoutWord } from '@/features/orders/checkout/use-checkout-word';
import { formatNumber } from '@/lib/format/format';
import { useCartActions } from '@/state/cart';
import { useCheckout, useCheckoutActions } from '@/state/checkout';
import { useMoney } from '@/state/use-money';
import type { CheckoutLine, Totals } from './checkout-math';

interface OrderLinesProps {
  lines: readonly CheckoutLine[];
  /** Called after the cart was corrected: it needs verification again. */
  onCorrected: () => void;
}

/** Order lines; unavailable ones are red with a reason and left out of the sums. */
export function OrderLines({ lines, onCorrected }: OrderLinesProps) {
  const word = useCheckoutWord();
  const { removeItem, updateItem } = useCartActions();
  const problems = lines.filter(({ problem }) => problem !== null);
  const correctCart = () => {
    for (const { item, isOut, left, price, problem } of problems) {
      if (isOut && (problem !== 'short' || !left)) removeItem(item.id);
      else if (isOut && left) updateItem(item.id, { quantity: left, stock: left, price });
      else updateItem(item.id, { price, ...(left !== null && { stock: left }) });
    }
    onCorrected();
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
          <Button size="small" onClick={correctCart}>
            {word('checkout.fix')}
          </Button>
        </div>
      )}
    </div>
  );
}

function OrderLine({ line }: { line: CheckoutLine }) {
  const { i18n } = useTranslation();
  const word = useCheckoutWord();
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

interface TotalsListProps {
  totals: Totals;
  /** Tax and delivery are known. */
  isVerified: boolean;
}

/** Totals: amount + tax + delivery − discount, and the payable amount. */
export function TotalsList({ totals, isVerified }: TotalsListProps) {
  const word = useCheckoutWord();
  const money = useMoney();
  const { coupon, payable_amount: stored } = useCheckout();
  const { setPayableAmount } = useCheckoutActions();
  const { payable } = totals;

  useEffect(() => {
    if (isVerified && stored !== payable) setPayableAmount(payable);
  }, [isVerified, stored, payable, setPayableAmount]);

  const later = <span className="text-small text-ink-second">{word('checkout.order.later')}</span>;
  const delivery = totals.shipping === 0 ? word('checkout.order.free') : money(totals.shipping);
  return (
    <dl className="grid gap-1.5 border-t border-line-faint pt-3" aria-live="polite">
      <Row label={word('checkout.order.subtotal')}>{money(totals.amount)}</Row>
      <Row label={word('checkout.order.tax')}>{isVerified ? money(totals.tax) : later}</Row>
      <Row label={word('checkout.order.shipping')}>{isVerified ? delivery : later}</Row>
      {coupon && totals.discount > 0 && (
        <Row label={word('checkout.order.discount')}>{money(-totals.discount)}</Row>
      )}
      {isVerified && (
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t-3 border-double border-line pt-2 text-card font-semibold">
          <dt>{word('checkout.order.total')}</dt>
          <dd className="whitespace-nowrap">{money(totals.total)}</dd>
        </div>
      )}
      {isVerified && totals.wallet > 0 && (
        <>
          <Row label={word('checkout.order.wallet')}>{money(-totals.wallet)}</Row>
          <div className="mt-1 flex items-baseline justify-between gap-4 border-t-3 border-double border-line pt-2 text-card font-semibold">
            <dt>{word('checkout.order.payable')}</dt>
            <dd className="whitespace-nowrap">{money(payable)}</dd>
          </div>
        </>
      )}
    </dl>
  );
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-second">{label}</dt>
      <dd className="text-end whitespace-nowrap">{children}</dd>
    </div>
  );
}
