import { SpriteIcon } from '@/components/ui/sprite-icon';
import { useCart } from '@/state/cart';
import { useUiActions } from '@/state/ui';
import { useMoney } from '@/state/use-money';
import { usePosWord } from './use-till-word';

/** Opens the cart; says how many lines there are and what they come to. Beats when something is put in. */
export function CartButton() {
  const word = usePosWord();
  const money = useMoney();
  const { openCartSidebar } = useUiActions();
  const { totalUniqueItems: count, totalItems, total } = useCart();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={word('cart.open', { count, sum: money(total) })}
      className="fixed end-6 bottom-6 z-30 flex h-14 items-center gap-3 rounded-card bg-accent px-5 font-semibold text-accent-on shadow-floating transition-[filter] hover:brightness-95 phone:inset-x-4 phone:bottom-4 phone:justify-between"
      onClick={openCartSidebar}
    >
      <span className="flex items-center gap-2.5">
        {/* Drawn anew with every piece, so that it beats. */}
        <span key={totalItems} className="toast-enter">
          <SpriteIcon name="shopping-bag" className="size-5" />
        </span>
        {word('cart.count', { count })}
      </span>
      <span className="whitespace-nowrap">{money(total)}</span>
    </button>
  );
}
