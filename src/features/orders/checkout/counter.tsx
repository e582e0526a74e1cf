import { useTranslation } from 'next-i18next/pages';
import { formatNumber } from '@/lib/format/format';
import { useCart, useCartActions } from '@/state/cart';
import { type CartItem, isInStock } from '@/state/cart-math';
import { useCheckoutWord } from './use-checkout-word';

const step =
  'grid size-11 shrink-0 place-items-center rounded-control text-card font-semibold text-accent-ink transition-colors ' +
  'hover:not-disabled:bg-accent hover:not-disabled:text-accent-on disabled:cursor-not-allowed disabled:text-ink-third';

/** Quantity stepper, limited by the stock; zero removes the line. */
export function Counter({ item }: { item: CartItem }) {
  const { i18n } = useTranslation();
  const word = useCheckoutWord();
  const { items } = useCart();
  const { addItemWithQuantity, removeItemOrQuantity } = useCartActions();
  const { id, name = '' } = item;
  const { quantity, itemTotal: _total, ...rest } = item;
  const hasMore = isInStock(items, id);
  return (
    <div className="flex items-center justify-between gap-1 rounded-control bg-accent-soft">
      <button
        type="button"
        aria-label={word('less', { name })}
        className={step}
        onClick={() => removeItemOrQuantity(id)}
      >
        −
      </button>
      <span className="min-w-8 text-center font-semibold" aria-live="polite">
        {formatNumber(quantity, i18n.language)}
      </span>
      <button
        type="button"
        aria-label={word('more', { name })}
        title={hasMore ? undefined : word('cart.all-taken')}
        disabled={!hasMore}
        className={step}
        onClick={() => addItemWithQuantity(rest, 1)}
      >
        +
      </button>
    </div>
  );
}
