import '@/lib/i18n/form-words';
import { DialogTitle } from '@headlessui/react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { QueryBoundary } from '@/components/page/query-boundary';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { DialogData } from '@/contract/core/dialogs';
import { api, fileUrl } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';
import { showToast } from '@/lib/toast';
import { useCart, useCartActions } from '@/state/cart';
import { useMoney } from '@/state/use-money';
import { attributesIn } from '../variations/matrix';
import { ChoiceRows } from './choice-rows';
import { OrderBar } from './order-bar';
import { type Choice, chosenVariation, firstChoice, type Offer, offerOf } from './variation-choice';

interface VariationDialogProps {
  data: DialogData['SELECT_PRODUCT_VARIATION'];
  onClose: () => void;
}

/** Chooses a variation of a product and puts it into the order that is being made (reference pages §7.4). */
export function VariationDialog({ data, onClose }: VariationDialogProps) {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const product = useQuery({
    queryKey: ['products', 'one', data.slug, language],
    queryFn: () => api.one<ProductDetails>('products', data.slug, { language }),
    meta: { silent: true },
  });
  return (
    <div className="w-130 max-w-full p-6 phone:w-full phone:p-5">
      <QueryBoundary query={product}>
        {(found) => <Selection product={found} onClose={onClose} />}
      </QueryBoundary>
    </div>
  );
}

function Selection({ product, onClose }: { product: ProductDetails; onClose: () => void }) {
  const { t } = useTranslation('form');
  const { items } = useCart();
  const { addItemWithQuantity } = useCartActions();
  const [choice, setChoice] = useState<Choice>(() => firstChoice(product));
  const attributes = attributesIn(product.variations);
  const isVariable = product.product_type === 'variable';
  const open = isVariable ? attributes.filter(({ id }) => choice[id] === undefined) : [];
  const variation = isVariable && open.length === 0 ? chosenVariation(product, choice) : undefined;
  const inCart = (id: number | string) => items.find((line) => line.id === id)?.quantity ?? 0;
  const offer = !isVariable || variation ? offerOf(product, variation, inCart) : undefined;
  const word = (key: string, options = {}) => t(`form:products.variations.dialog.${key}`, options);

  const reasonOf = () => {
    const isSold = product.variation_options.some(({ is_disable, quantity }) => !is_disable && quantity > 0);
    if (isVariable && !isSold) return word('none');
    if (open.length > 0) return word('choose', { names: open.map(({ name }) => name).join(', ') });
    return offer ? offer.refusal && word(offer.refusal) : word('missing');
  };
  const handleAdd = (quantity: number) => {
    if (!offer?.item) return;
    addItemWithQuantity(offer.item, quantity);
    showToast('success', word('added', { name: offer.item.name }));
    onClose();
  };
  return (
    <>
      <Head product={product} image={variation?.image ?? product.image} offer={offer} />
      <Facts sku={variation?.sku ?? product.sku} stock={(variation ?? product).quantity} offer={offer} />
      {isVariable && (
        <ChoiceRows
          attributes={attributes}
          variations={product.variation_options}
          choice={choice}
          onChange={setChoice}
        />
      )}
      <OrderBar left={offer?.left ?? 0} reason={reasonOf()} onAdd={handleAdd} />
    </>
  );
}

interface HeadProps {
  product: ProductDetails;
  image: ProductDetails['image'];
  offer: Offer | undefined;
}

function Head({ product, image, offer }: HeadProps) {
  const money = useMoney();
  const { effective_min_price: least, effective_max_price: most } = product;
  const range = [least, most].flatMap((sum) => (sum === null ? [] : [money(sum)]));
  return (
    <div className="flex items-start gap-4 pe-8 desk:pe-0">
      {image && (
        <img
          src={fileUrl(image.thumbnail || image.original)}
          alt=""
          className="size-24 shrink-0 rounded-card border border-line bg-sunken object-cover"
        />
      )}
      <div className="min-w-0">
        <DialogTitle className="text-card font-semibold break-words">{product.name}</DialogTitle>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2" aria-live="polite">
          <b className="text-title font-semibold whitespace-nowrap">
            {offer ? offer.price !== null && money(offer.price) : [...new Set(range)].join(' – ')}
          </b>
          {offer && offer.before !== null && (
            <s className="whitespace-nowrap text-ink-second">{money(offer.before)}</s>
          )}
        </p>
      </div>
    </div>
  );
}

interface FactsProps {
  sku: string | null;
  stock: number;
  offer: Offer | undefined;
}

/** Stock and number of what is chosen. */
function Facts({ sku, stock, offer }: FactsProps) {
  const { t, i18n } = useTranslation('form');
  if (!offer) return null;
  const text = (count: number) => formatNumber(count, i18n.language);
  const taken = stock - offer.left;
  const facts = [
    stock > 0 && t('form:products.variations.dialog.in-stock', { text: text(stock) }),
    sku && t('form:products.variations.dialog.sku', { sku }),
    taken > 0 && stock > 0 && t('form:products.variations.dialog.in-cart', { text: text(taken) }),
  ];
  return <p className="mt-3 text-ink-second">{facts.filter(Boolean).join(' · ')}</p>;
}
