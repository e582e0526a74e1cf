import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { useId, useState } from 'react';
import { Checkbox } from '@/components/inputs/checkbox';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';
import { useCheckoutWord } from '@/features/orders/checkout/use-checkout-word';
import { formatNumber } from '@/lib/format/format';
import { part } from '@/lib/part';
import { useCheckout, useCheckoutActions } from '@/state/checkout';
import { useMoney } from '@/state/use-money';
import { useCheckoutSettings, useOrderInput } from './checkout-hooks';
import { checkoutLines, computeTotals, type MissingInput, missingInput } from './checkout-math';
import { ChoiceTile } from './choice-tile';
import { CouponBox } from './coupon-box';
import { OrderLines, TotalsList } from './order-summary';
import type { PlaceOrder } from './use-place-order';
import { useVerifyOrder, type VerifyOrder } from './use-verify-order';

// Loaded on demand: it brings the translations of field errors.
const RequestError = part(dynamic(() => import('./checkout-errors').then((module) => module.RequestError)));
const ChangeList = part(dynamic(() => import('./checkout-errors').then((module) => module.ChangeList)));

/** Order summary before and after verification. */
export function OrderPanel({ place }: { place: PlaceOrder }) {
  const word = useCheckoutWord();
  const input = useOrderInput();
  const checkout = useCheckout();
  const verify = useVerifyOrder();
  const { hasCoupons } = useCheckoutSettings();
  const { verified_response: verified } = checkout;
  const lines = checkoutLines(input.items, verified);
  const totals = computeTotals(lines, checkout);
  const isVerified = verified !== null;
  const error = verify.isPending || place.isPending ? undefined : (place.error ?? verify.error);
  return (
    <Card title={word('checkout.order.title')} className="desk:sticky desk:top-18">
      <div className="grid gap-4">
        <OrderLines lines={lines} onCorrected={verify.verify} />
        <LinkButton href="/orders/cart" size="small" className="justify-self-start">
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

/** The customer's points and their worth. */
function WalletBox({ total }: { total: number }) {
  const { i18n } = useTranslation();
  const word = useCheckoutWord();
  const money = useMoney();
  const { use_wallet: isUsed, verified_response: verified } = useCheckout();
  const { toggleWallet } = useCheckoutActions();
  const points = verified?.wallet_amount ?? 0;
  const worth = verified?.wallet_currency ?? 0;
  const text = formatNumber(points, i18n.language);
  return (
    <div className="rounded-card border border-line p-3">
      <Checkbox
        className="min-h-11!"
        checked={isUsed && points > 0}
        disabled={points <= 0}
        onChange={toggleWallet}
        label={
          <>
            <span className="block font-medium">{word('checkout.wallet.use')}</span>
            <span className="block text-small text-ink-second">
              {points > 0
                ? word('checkout.wallet.text', { count: points, text, sum: money(worth) })
                : word('checkout.wallet.none')}
            </span>
          </>
        }
      />
      {isUsed && points > 0 && total > 0 && worth >= total && (
        <p className="mt-1 text-small font-medium text-good">{word('checkout.wallet.covers')}</p>
      )}
    </div>
  );
}

function PaymentTiles() {
  const word = useCheckoutWord();
  const { gateways } = useCheckoutSettings();
  const { payment_gateway: chosen } = useCheckout();
  const { setPaymentGateway } = useCheckoutActions();
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{word('checkout.payment.title')}</legend>
      <div className="grid gap-2">
        {gateways.map((gateway) => (
          <ChoiceTile
            key={gateway}
            name="payment-gateway"
            value={gateway}
            isChosen={gateway === chosen}
            title={word(`checkout.payment.${gateway}`)}
            text={word(`checkout.payment.${gateway}-hint`)}
            onChoose={() => setPaymentGateway(gateway)}
          />
        ))}
      </div>
    </fieldset>
  );
}

const verifyInputs: readonly MissingInput[] = ['billing', 'shipping', 'point'];

/** Requests verification; tax and delivery need both addresses. */
function VerifyButton({ verify }: { verify: VerifyOrder }) {
  const word = useCheckoutWord();
  const input = useOrderInput();
  const [isAttempted, setAttempted] = useState(false);
  const gaps = missingInput(input, { hasSlots: false, gateways: [] });
  const lacking = verifyInputs.filter((one) => gaps.includes(one));
  return (
    <div>
      <Button
        variant="primary"
        className="h-11! w-full"
        disabled={input.items.length === 0}
        isLoading={verify.isPending}
        onClick={() => {
          setAttempted(true);
          if (lacking.length === 0) verify.verify();
        }}
      >
        {word('checkout.verify')}
      </Button>
      {isAttempted && lacking.length > 0 ? (
        <p role="alert" className="mt-2 text-small font-medium text-bad">
          {word('checkout.first', { text: lacking.map((one) => word(`checkout.missing.${one}`)).join(', ') })}
        </p>
      ) : (
        <p className="mt-2 text-small text-ink-second">{word('checkout.verify-text')}</p>
      )}
    </div>
  );
}

interface PlaceButtonProps {
  place: PlaceOrder;
  /** Verification is pending. */
  isBusy: boolean;
}

/** Places the order, or lists what is missing. */
function PlaceButton({ place, isBusy }: PlaceButtonProps) {
  const word = useCheckoutWord();
  const id = useId();
  const input = useOrderInput();
  const { slots, gateways } = useCheckoutSettings();
  const missing = missingInput(input, { hasSlots: slots.length > 0, gateways });
  const isPartial = checkoutLines(input.items, input.checkout.verified_response).some(({ isOut }) => isOut);
  return (
    <div>
      <Button
        variant="primary"
        className="h-11! w-full"
        disabled={missing.length > 0 || isBusy}
        isLoading={place.isPending}
        aria-describedby={id}
        onClick={place.place}
      >
        {word('checkout.place')}
      </Button>
      <div id={id} aria-live="polite" className="mt-2 text-small">
        {missing.length > 0 ? (
          <div className="text-bad">
            <p className="font-medium">{word('checkout.missing.title')}</p>
            <ul className="list-disc ps-5">
              {missing.map((gap) => (
                <li key={gap}>{word(`checkout.missing.${gap}`)}</li>
              ))}
            </ul>
          </div>
        ) : (
          <p className={isPartial ? 'text-warn' : 'text-good'}>
            {word(`checkout.verified${isPartial ? '-partly' : ''}`)}
          </p>
        )}
      </div>
    </div>
  );
}
