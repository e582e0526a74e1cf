import { usePosWord } from '@/features/orders/till/use-till-word';
import { useCheckout, useCheckoutActions } from '@/state/checkout';
import { ChoiceTile } from './choice-tile';
import { useCheckoutSettings } from './use-checkout-settings';

/** How it is paid: now, on delivery, or by the fast payment system. */
export function PaymentTiles() {
  const word = usePosWord();
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
