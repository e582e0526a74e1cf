import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Product } from '@/contract/catalogue/products/schema';
import { useCart, useCartActions } from '@/state/cart';
import { useModalActions } from '@/state/modal';
import { Counter } from './counter';
import { lineOfProduct, priceOf } from './product-line';
import { usePosWord } from './use-till-word';

const bar = 'flex h-11 w-full items-center justify-center gap-2 rounded-control px-3 font-medium';
const action = `${bar} bg-accent-soft text-accent-ink transition-colors hover:bg-accent hover:text-accent-on`;

/** What can be done with a product: add it, count it, choose of it, or nothing, and why (reference pages §8.1). */
export function CardControl({ product }: { product: Product }) {
  const word = usePosWord();
  if (product.quantity <= 0) return <p className={`${bar} bg-bad-soft text-bad`}>{word('out')}</p>;
  if (product.product_type === 'variable') return <Choose product={product} />;
  if (priceOf(product) !== null) return <Add product={product} />;
  return <p className={`${bar} bg-line-faint text-ink-second`}>{word('no-price')}</p>;
}

function Choose({ product: { id, name, slug } }: { product: Product }) {
  const word = usePosWord();
  const { open } = useModalActions();
  const { items } = useCart();
  // Its lines carry the ids of the variations.
  const taken = items.filter((item) => item.productId === id).reduce((sum, item) => sum + item.quantity, 0);
  const shown = taken > 0 ? word('in-order', { text: taken }) : word('variants');
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      // What is read on it comes first.
      aria-label={taken > 0 ? `${shown}. ${word('choose', { name })}` : word('choose', { name })}
      className={action}
      onClick={() => open('SELECT_PRODUCT_VARIATION', { slug })}
    >
      {shown}
    </button>
  );
}

function Add({ product }: { product: Product }) {
  const word = usePosWord();
  const { items } = useCart();
  const { addItemWithQuantity } = useCartActions();
  const line = items.find((item) => item.id === product.id);
  if (line) return <Counter item={line} />;
  const added = lineOfProduct(product);
  return (
    <button
      type="button"
      aria-label={word('add-name', { name: product.name })}
      className={action}
      onClick={() => added && addItemWithQuantity(added, 1)}
    >
      <SpriteIcon name="plus" className="size-4" />
      {word('add')}
    </button>
  );
}
