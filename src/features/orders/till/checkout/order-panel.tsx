import dynamic from 'next/dynamic';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';
import { usePosWord } from '@/features/orders/till/use-till-word';
import { useCheckout } from '@/state/checkout';
import { useMaking } from './checkout-hooks';
import { shownLines, totalsOf } from './checkout-math';
import { CouponBox } from './coupon-box';
import { OrderLines } from './order-summary';
import { PaymentTiles } from './payment-tiles';
import { PlaceButton } from './place-button';
import { TotalsList } from './totals-list';
import { useCheckoutSettings } from './use-checkout-settings';
import type { Place } from './use-place-order';
import { useVerify } from './use-verify-order';
import { VerifyButton } from './verify-button';
import { WalletBox } from './wallet-box';

// Brings the words of what is wrong with each field, which are seldom needed.
const RequestError = dynamic(() => import('./checkout-errors').then((module) => module.RequestError));
const ChangeList = dynamic(() => import('./change-list').then((module) => module.ChangeList));

/** What is ordered and what it comes to; before the server has looked at it, and after (reference pages §8.4, §8.5). */
export function OrderPanel({ place }: { place: Place }) {
  const word = usePosWord();
  const making = useMaking();
  const checkout = useCheckout();
  const verify = useVerify();
  const { hasCoupons } = useCheckoutSettings();
  const { verified_response: verified } = checkout;
  const lines = shownLines(making.items, verified);
  const totals = totalsOf(lines, checkout);
  const isVerified = verified !== null;
  const error = verify.isPending || place.isPending ? undefined : (place.error ?? verify.error);
  return (
    <Card title={word('checkout.order.title')} className="desk:sticky desk:top-18">
      <div className="grid gap-4">
        <OrderLines lines={lines} onFix={verify.ask} />
        <LinkButton href="/orders/create" size="small" className="justify-self-start">
          {word('checkout.order.edit')}
        </LinkButton>
        {hasCoupons && <CouponBox lines={lines} totals={totals} verify={verify} />}
        <TotalsList totals={totals} isVerified={isVerified} />
        {isVerified && <WalletBox total={totals.total} />}
        {isVerified && totals.payable > 0 && <PaymentTiles />}
        {place.changes && <ChangeList changes={place.changes} />}
        {error && <RequestError error={error} />}
        {isVerified ? (
          <PlaceButton place={place} isBusy={verify.isPending} />
        ) : (
          <VerifyButton verify={verify} />
        )}
      </div>
    </Card>
  );
}
