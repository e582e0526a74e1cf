import { useTranslation } from 'next-i18next/pages';
import { Thumbnail } from '@/components/media/thumbnail';
import { IconButton } from '@/components/ui/icon-button';
import { formatNumber } from '@/lib/format/format';
import { useCartActions } from '@/state/cart';
import type { Cart } from '@/state/cart-math';
import { useMoney } from '@/state/use-money';
import { Counter } from './counter';
import { usePosWord } from './use-till-word';

/** One line of the cart: what, how many, what it comes to, and out with it. */
export function CartLine({ item }: { item: Cart['items'][number] }) {
  const { i18n } = useTranslation();
  const word = usePosWord();
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
          {/* Its cross stands above the end of the sums. */}
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
