import { useEffect } from 'react';
import { usePosWord } from '@/features/orders/till/use-till-word';
import { useCheckout, useCheckoutActions } from '@/state/checkout';
import { useMoney } from '@/state/use-money';
import type { Totals } from './checkout-math';

interface TotalsListProps {
  totals: Totals;
  /** Tax and delivery are known. */
  isVerified: boolean;
}

/** What the order comes to: amount + tax + delivery − discount (specification §5), and what is left to pay. */
export function TotalsList({ totals, isVerified }: TotalsListProps) {
  const word = usePosWord();
  const money = useMoney();
  const { coupon, payable_amount: kept } = useCheckout();
  const { setPayableAmount } = useCheckoutActions();
  const { payable } = totals;

  useEffect(() => {
    if (isVerified && kept !== payable) setPayableAmount(payable);
  }, [isVerified, kept, payable, setPayableAmount]);

  const later = <span className="text-small text-ink-second">{word('checkout.order.later')}</span>;
  const delivery = totals.shipping === 0 ? word('checkout.order.free') : money(totals.shipping);
  return (
    <dl className="grid gap-1.5 border-t border-line-faint pt-3" aria-live="polite">
      <Row label={word('checkout.order.subtotal')}>{money(totals.amount)}</Row>
      <Row label={word('checkout.order.tax')}>{isVerified ? money(totals.tax) : later}</Row>
      <Row label={word('checkout.order.shipping')}>{isVerified ? delivery : later}</Row>
      {coupon && totals.discount > 0 && (
        <Row label={word('checkout.order.discount')}>{`−${money(totals.discount)}`}</Row>
      )}
      {isVerified && (
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t-3 border-double border-line pt-2 text-card font-semibold">
          <dt>{word('checkout.order.total')}</dt>
          <dd className="whitespace-nowrap">{money(totals.total)}</dd>
        </div>
      )}
      {isVerified && totals.wallet > 0 && (
        <>
          <Row label={word('checkout.order.wallet')}>{`−${money(totals.wallet)}`}</Row>
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
