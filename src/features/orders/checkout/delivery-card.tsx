import { RadioGroup } from '@/components/inputs/radio-group';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { User } from '@/contract/accounts/users/schema';
import { useCheckoutWord } from '@/features/orders/checkout/use-checkout-word';
import { useCart } from '@/state/cart';
import { useCheckout, useCheckoutActions } from '@/state/checkout';
import { useModalActions } from '@/state/modal';
import { useOrderDraft } from '@/state/order-draft';
import { AddressTiles } from './address-tiles';
import { useCheckoutChoices, useCheckoutSettings } from './checkout-hooks';
import { needsDelivery } from './checkout-math';
import { ChoiceTile } from './choice-tile';

/** Delivery: by courier to an address in a time slot, or pickup at a point. */
export function DeliveryCard({ user }: { user: User | undefined }) {
  const word = useCheckoutWord();
  const { items } = useCart();
  const { isPickup } = useOrderDraft();
  const { choosePickup } = useCheckoutChoices();
  const title = word('checkout.delivery.title');
  if (!needsDelivery(items)) return <Card title={title}>{word('checkout.delivery.digital')}</Card>;
  return (
    <Card title={title}>
      <div className="grid gap-4">
        <RadioGroup
          control={{ id: 'delivery-way' }}
          name="delivery-way"
          label={word('checkout.delivery.how')}
          value={isPickup ? 'pickup' : 'courier'}
          options={['courier', 'pickup'].map((value) => ({
            value,
            label: word(`checkout.delivery.${value}`),
          }))}
          onChange={(value) => choosePickup(value === 'pickup')}
        />
        {isPickup ? (
          <PointChoice />
        ) : (
          <>
            <AddressTiles type="shipping" user={user} />
            <TimeTiles />
          </>
        )}
      </div>
    </Card>
  );
}

function PointChoice() {
  const word = useCheckoutWord();
  const { open } = useModalActions();
  const { point } = useOrderDraft();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line p-3">
      <div className="min-w-0">
        <p className={point ? 'font-medium break-words' : 'text-ink-second'}>
          {point ? point.name || point.code : word('checkout.delivery.point-none')}
        </p>
        {point && <p className="text-small break-words text-ink-second">{point.address}</p>}
      </div>
      <Button
        aria-haspopup="dialog"
        variant={point ? 'secondary' : 'primary'}
        onClick={() => open('SELECT_PICKUP_POINT')}
      >
        {word(`checkout.delivery.point-${point ? 'change' : 'choose'}`)}
      </Button>
    </div>
  );
}

function TimeTiles() {
  const word = useCheckoutWord();
  const { slots } = useCheckoutSettings();
  const { delivery_time: chosen } = useCheckout();
  const { setDeliveryTime } = useCheckoutActions();
  if (slots.length === 0)
    return <p className="text-small text-ink-second">{word('checkout.delivery.none')}</p>;
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{word('checkout.delivery.times')}</legend>
      <div className="grid gap-2 @lg:grid-cols-2 @2xl:grid-cols-3">
        {slots.map((slot) => (
          <ChoiceTile
            key={slot.title}
            name="delivery-time"
            value={slot.title}
            isChosen={slot.title === chosen?.title}
            title={slot.title}
            text={slot.description}
            onChoose={() => setDeliveryTime(slot)}
          />
        ))}
      </div>
    </fieldset>
  );
}
