import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Skeleton } from '@/components/ui/skeleton';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { postalLine } from '@/contract/accounts/addresses/region';
import type { User } from '@/contract/accounts/users/schema';
import { useCheckoutWord } from '@/features/orders/checkout/use-checkout-word';
import { useCheckout } from '@/state/checkout';
import { useModalActions } from '@/state/modal';
import { toCheckoutAddress, useCheckoutChoices } from './checkout-hooks';
import { ChoiceTile } from './choice-tile';

/** The customer's addresses of one type to choose from, edit or extend. */
export function AddressTiles({ type, user }: { type: 'billing' | 'shipping'; user: User | undefined }) {
  const word = useCheckoutWord();
  const { open } = useModalActions();
  const { chooseAddress } = useCheckoutChoices();
  const { customer, billing_address: billing, shipping_address: shipping } = useCheckout();
  const chosen = type === 'billing' ? billing : shipping;
  if (!customer) return <p className="text-ink-second">{word('checkout.customer-first')}</p>;
  if (!user) return <Skeleton className="h-16 w-full rounded-card!" />;
  // The billing address may also be used for shipping.
  const shown = (user.address ?? []).filter((one) => one.type === type || one.id === chosen?.id);
  const canBeSame = type === 'shipping' && billing !== null && shown.length === 0;
  return (
    <div className="grid gap-3">
      {shown.length === 0 && <p className="text-ink-second">{word(`checkout.${type}.none`)}</p>}
      <div
        role="radiogroup"
        aria-label={word(`checkout.${type}.title`)}
        className="grid gap-2 empty:hidden @lg:grid-cols-2"
      >
        {shown.map((address) => (
          <ChoiceTile
            key={address.id}
            name={`${type}-address`}
            value={String(address.id)}
            isChosen={address.id === chosen?.id}
            title={address.title}
            text={postalLine(address.address)}
            onChoose={() => chooseAddress(type, toCheckoutAddress(address))}
            action={
              <IconButton
                icon="pencil"
                className="m-1 size-10!"
                aria-haspopup="dialog"
                label={word('checkout.address-edit', { title: address.title })}
                onClick={() => open('ADD_OR_UPDATE_ADDRESS', { userId: user.id, address })}
              />
            }
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {canBeSame && billing && (
          <Button variant="primary" onClick={() => chooseAddress('shipping', billing)}>
            {word('checkout.shipping.same')}
          </Button>
        )}
        <Button
          aria-haspopup="dialog"
          icon={<SpriteIcon name="plus" className="size-4" />}
          onClick={() => open('ADD_OR_UPDATE_ADDRESS', { userId: user.id, type })}
        >
          {word(`checkout.${type}.add`)}
        </Button>
      </div>
    </div>
  );
}
