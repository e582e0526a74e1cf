import { useTranslation } from 'next-i18next/pages';
import { Drawer } from '@/components/dialog/drawer';
import { Thumbnail } from '@/components/media/thumbnail';
import { EmptyState } from '@/components/page/empty-state';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { LinkButton } from '@/components/ui/link-button';
import { formatNumber } from '@/lib/format/format';
import { showToast } from '@/lib/toast';
import { useCart, useCartActions } from '@/state/cart';
import type { Cart } from '@/state/cart-math';
import { useUiActions } from '@/state/ui';
import { useMoney } from '@/state/use-money';
import { Counter } from './counter';
import { useCheckoutWord } from './use-checkout-word';

export function CartSidebar() {
  const word = useCheckoutWord();
  const cart = useCart();
  const { close: closeCartSidebar } = useUiActions().cartSidebar;
  return (
    <Drawer
      isWide
      label={word('cart.title')}
      closeLabel={word('cart.close')}
      onClose={closeCartSidebar}
      header={<CartHeader />}
    >
      <div className="flex min-h-full flex-col">
        {cart.isEmpty ? (
          <EmptyState
            picture="empty"
            title={word('cart.empty')}
            text={word('cart.empty-text')}
            action={
              <Button variant="primary" onClick={closeCartSidebar}>
                {word('checkout.to-products')}
              </Button>
            }
          />
        ) : (
          <>
            <ul className="flex-1 divide-y divide-line-faint bg-surface">
              {cart.items.map((item) => (
                <CartLine key={item.id} item={item} />
              ))}
            </ul>
            <CartFooter />
          </>
        )}
      </div>
    </Drawer>
  );
}

function CartHeader() {
  const word = useCheckoutWord();
  const { totalUniqueItems: count } = useCart();
  return (
    <h2 className="text-card font-semibold">
      {word('cart.title')}{' '}
      <span className="font-normal text-ink-second">{word('cart.count', { count })}</span>
    </h2>
  );
}

function CartFooter() {
  const { t } = useTranslation('common');
  const word = useCheckoutWord();
  const money = useMoney();
  const { total, items } = useCart();
  const { reset, addItem } = useCartActions();
  const { close: closeCartSidebar } = useUiActions().cartSidebar;
  const clear = () => {
    const putBack = () => {
      for (const item of items) addItem(item);
    };
    reset();
    // A toast is not reachable below the drawer.
    closeCartSidebar();
    showToast('info', word('cart.clear-undone'), {
      action: { label: t('common:button-undo'), onClick: putBack },
    });
  };
  return (
    <div className="sticky bottom-0 border-t border-line bg-surface p-4">
      <p className="flex items-baseline justify-between gap-4 text-card font-semibold" aria-live="polite">
        <span>{word('cart.total')}</span>
        <span className="whitespace-nowrap">{money(total)}</span>
      </p>
      <div className="mt-3 flex gap-2">
        <Button className="h-11!" onClick={clear}>
          {word('cart.clear')}
        </Button>
        <LinkButton
          href="/orders/checkout"
          variant="primary"
          className="h-11! flex-1"
          onClick={closeCartSidebar}
        >
          {word('cart.checkout')}
        </LinkButton>
      </div>
    </div>
  );
}

function CartLine({ item }: { item: Cart['items'][number] }) {
  const { i18n } = useTranslation();
  const word = useCheckoutWord();
  const money = useMoney();
  const { removeItem } = useCartActions();
  const { id, name = '', image, price, quantity, itemTotal } = item;
  return (
    <li className="flex items-start gap-3 p-4">
      <Thumbnail path={image} title={name} />
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <p className="font-medium break-words">
              <bdi>{name}</bdi>
            </p>
            <p className="text-small text-ink-second">
              {word('cart.unit', { quantity: formatNumber(quantity, i18n.language), price: money(price) })}
            </p>
          </div>
          {/* Negative margins align the icon with the sums below. */}
          <IconButton
            icon="x"
            label={word('cart.remove', { name })}
            className="-me-3.5 -mt-3 size-11!"
            onClick={() => removeItem(id)}
          />
        </div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <div className="w-36">
            <Counter item={item} />
          </div>
          <b className="font-semibold whitespace-nowrap">{money(itemTotal)}</b>
        </div>
      </div>
    </li>
  );
}
