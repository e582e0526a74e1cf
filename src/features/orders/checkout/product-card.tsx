import { useTranslation } from 'next-i18next/pages';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Product } from '@/contract/catalogue/products/schema';
import { fileUrl } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';
import { useCart, useCartActions } from '@/state/cart';
import { useModalActions } from '@/state/modal';
import { useMoney } from '@/state/use-money';
import { Counter } from './counter';
import { discountPercent, productCartItem, sellingPrice } from './product-line';
import { useCheckoutWord } from './use-checkout-word';

/** Product card: a row where columns are wide and few, else a tile. */
export function ProductCard({ product }: { product: Product }) {
  const { i18n } = useTranslation();
  const word = useCheckoutWord();
  const { quantity, low_at: low } = product;
  const isLow = quantity > 0 && quantity < low;
  return (
    <li className="flex min-w-0 overflow-hidden rounded-card border border-line bg-surface sm:flex-col lg:flex-row xl:flex-col">
      <Picture product={product} />
      <div className="flex min-w-0 flex-1 flex-col p-3">
        <h2 className="line-clamp-2 font-medium break-words" title={product.name}>
          <bdi>{product.name}</bdi>
        </h2>
        {/* The shop name is truncated first: the SKU identifies the product. */}
        <p className="flex text-small text-ink-second">
          {product.shop && <span className="truncate">{product.shop.name}</span>}
          {product.shop && product.sku && <span className="whitespace-pre"> · </span>}
          {product.sku && <span className="shrink-0">{product.sku}</span>}
        </p>
        <Price product={product} />
        {isLow && (
          <p className="text-small font-medium text-warn">
            {word('left', { text: formatNumber(quantity, i18n.language) })}
          </p>
        )}
        <div className="mt-auto pt-2.5">
          <CardControl product={product} />
        </div>
      </div>
    </li>
  );
}

/** Opens the choice of a variation. */
function Picture({ product }: { product: Product }) {
  const word = useCheckoutWord();
  const { open } = useModalActions();
  const deal = discountPercent(product);
  const { image } = product;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={word('choose', { name: product.name })}
      className="relative w-32 shrink-0 bg-sunken -outline-offset-2! sm:aspect-4/3 sm:w-full lg:aspect-auto lg:w-32 xl:aspect-4/3 xl:w-full"
      onClick={() => open('SELECT_PRODUCT_VARIATION', { slug: product.slug })}
    >
      {image ? (
        <img
          src={fileUrl(image.thumbnail || image.original)}
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <SpriteIcon name="package" className="absolute inset-0 m-auto size-8 text-ink-third" />
      )}
      {deal > 0 && (
        <span className="absolute start-2 top-2 rounded-badge bg-bad px-1.5 py-0.5 text-small font-semibold text-bad-on">
          <span aria-hidden="true">{word('deal', { percent: deal })}</span>
          <span className="sr-only">{word('deal-long', { percent: deal })}</span>
        </span>
      )}
    </button>
  );
}

function Price({ product }: { product: Product }) {
  const money = useMoney();
  const word = useCheckoutWord();
  const {
    effective_min_price: least,
    effective_max_price: most,
    product_type: type,
    price: before,
  } = product;
  if (type === 'variable') {
    if (least === null || most === null) return null;
    const text = least === most ? money(least) : word('range', { from: money(least), to: money(most) });
    return <p className="mt-1 font-semibold">{text}</p>;
  }
  const now = sellingPrice(product);
  if (now === null) return null;
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
      <b className="font-semibold whitespace-nowrap">{money(now)}</b>
      {before !== null && before > now && (
        <s className="text-small whitespace-nowrap text-ink-second">{money(before)}</s>
      )}
    </p>
  );
}

const bar = 'flex h-11 w-full items-center justify-center gap-2 rounded-control px-3 font-medium';
const action = `${bar} bg-accent-soft text-accent-ink transition-colors hover:bg-accent hover:text-accent-on`;

/** Add, count, choose a variation, or the reason why none is possible. */
function CardControl({ product }: { product: Product }) {
  const word = useCheckoutWord();
  if (product.quantity <= 0) return <p className={`${bar} bg-bad-soft text-bad`}>{word('out')}</p>;
  if (product.product_type === 'variable') return <ChooseButton product={product} />;
  if (sellingPrice(product) !== null) return <AddButton product={product} />;
  return <p className={`${bar} bg-line-faint text-ink-second`}>{word('no-price')}</p>;
}

function ChooseButton({ product: { id, name, slug } }: { product: Product }) {
  const word = useCheckoutWord();
  const { open } = useModalActions();
  const { items } = useCart();
  // Cart lines of a variable product have variation ids.
  const taken = items.filter((item) => item.productId === id).reduce((sum, item) => sum + item.quantity, 0);
  const shown = taken > 0 ? word('in-order', { text: taken }) : word('variants');
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      // The accessible name starts with the visible text.
      aria-label={taken > 0 ? `${shown}. ${word('choose', { name })}` : word('choose', { name })}
      className={action}
      onClick={() => open('SELECT_PRODUCT_VARIATION', { slug })}
    >
      {shown}
    </button>
  );
}

function AddButton({ product }: { product: Product }) {
  const word = useCheckoutWord();
  const { items } = useCart();
  const { addItemWithQuantity } = useCartActions();
  const line = items.find((item) => item.id === product.id);
  if (line) return <Counter item={line} />;
  const added = productCartItem(product);
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
