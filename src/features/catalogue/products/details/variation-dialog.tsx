import { DialogTitle } from '@headlessui/react';
import { Minus, Plus, ShoppingBasket } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useId, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { products } from '@/contract/catalogue/products';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Variation } from '@/contract/catalogue/products/variations';
import type { DialogProps } from '@/contract/dialogs';
import { groupByAttribute, type MatrixAttribute } from '@/features/catalogue/products/variations/matrix';
import { isColour, Swatch } from '@/features/catalogue/products/variations/swatch';
import { fileUrl } from '@/lib/api/client';
import { useOne } from '@/lib/api/use-record';
import { formatNumber } from '@/lib/format/format';
import { showToast } from '@/lib/toast';
import { useCart, useCartActions } from '@/state/cart';
import { useMoney } from '@/state/use-money';
import {
  buildOffer,
  type Choice,
  findVariation,
  type Offer,
  preselectedValues,
  unavailableReason,
} from './variation-choice';

/** Chooses a variation and adds it to the order at the till. */
export function VariationDialog({ data, onClose }: DialogProps<'SELECT_PRODUCT_VARIATION'>) {
  return (
    <div className="w-130 max-w-full p-6 phone:w-full phone:p-5">
      <QueryBoundary query={useOne(products, data.slug)}>
        {(found) => <Selection product={found} onClose={onClose} />}
      </QueryBoundary>
    </div>
  );
}

function Selection({ product, onClose }: { product: ProductDetails; onClose: () => void }) {
  const { t } = useTranslation('catalogue');
  const { items } = useCart();
  const { addItemWithQuantity } = useCartActions();
  const [choice, setChoice] = useState<Choice>(() => preselectedValues(product));
  const attributes = groupByAttribute(product.variations);
  const isVariable = product.product_type === 'variable';
  const open = isVariable ? attributes.filter(({ id }) => choice[id] === undefined) : [];
  const variation = isVariable && open.length === 0 ? findVariation(product, choice) : undefined;
  const inCart = (id: number | string) => items.find((line) => line.id === id)?.quantity ?? 0;
  const offer = !isVariable || variation ? buildOffer(product, variation, inCart) : undefined;
  const word = (key: string, options = {}) => t(`catalogue:products.variations.dialog.${key}`, options);

  const blockReason = () => {
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
      <ProductHead product={product} image={variation?.image ?? product.image} offer={offer} />
      <ChoiceFacts
        sku={variation?.sku ?? product.sku}
        stock={(variation ?? product).quantity}
        offer={offer}
      />
      {isVariable && (
        <ChoiceRows
          attributes={attributes}
          variations={product.variation_options}
          choice={choice}
          onChange={setChoice}
        />
      )}
      <OrderBar left={offer?.left ?? 0} reason={blockReason()} onAdd={handleAdd} />
    </>
  );
}

interface ProductHeadProps {
  product: ProductDetails;
  image: ProductDetails['image'];
  offer: Offer | undefined;
}

function ProductHead({ product, image, offer }: ProductHeadProps) {
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

interface ChoiceFactsProps {
  sku: string | null;
  stock: number;
  offer: Offer | undefined;
}

function ChoiceFacts({ sku, stock, offer }: ChoiceFactsProps) {
  const { t, i18n } = useTranslation('catalogue');
  if (!offer) return null;
  const text = (count: number) => formatNumber(count, i18n.language);
  const taken = stock - offer.left;
  const facts = [
    stock > 0 && t('catalogue:products.variations.dialog.in-stock', { text: text(stock) }),
    sku && t('catalogue:products.variations.dialog.sku', { sku }),
    taken > 0 && stock > 0 && t('catalogue:products.variations.dialog.in-cart', { text: text(taken) }),
  ];
  return <p className="mt-3 text-ink-second">{facts.filter(Boolean).join(' · ')}</p>;
}

interface ChoiceRowsProps {
  attributes: readonly MatrixAttribute[];
  variations: readonly Variation[];
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/**
 * A row of toggle buttons per attribute. Unavailable values are crossed out with the reason; a second click
 * clears a choice.
 */
function ChoiceRows({ attributes, variations, choice, onChange }: ChoiceRowsProps) {
  const { t } = useTranslation('catalogue');
  const toggle = (attributeId: number, valueId: number) => {
    const { [attributeId]: was, ...others } = choice;
    onChange(was === valueId ? others : { ...others, [attributeId]: valueId });
  };
  return (
    <div className="mt-4 grid gap-3">
      {attributes.map(({ id, name, values }) => (
        <fieldset key={id} className="min-w-0">
          <legend className="mb-1.5 font-medium">{name}</legend>
          <div className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto p-0.5">
            {values.map((one) => {
              const isChosen = choice[id] === one.id;
              const unavailable = isChosen ? undefined : unavailableReason(variations, choice, id, one.id);
              const reason = unavailable && t(`catalogue:products.variations.dialog.reason-${unavailable}`);
              return (
                <button
                  key={one.id}
                  type="button"
                  aria-pressed={isChosen}
                  // Not `disabled`: screen readers must reach the reason.
                  aria-disabled={unavailable !== undefined}
                  title={reason}
                  className="inline-flex min-h-8.5 items-center gap-2 rounded-control border border-line bg-surface px-3 font-medium transition-colors not-aria-disabled:hover:border-ink-third aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink aria-disabled:cursor-not-allowed aria-disabled:border-dashed aria-disabled:text-ink-third aria-disabled:line-through pointer-coarse:min-h-10"
                  onClick={() => unavailable === undefined && toggle(id, one.id)}
                >
                  {isColour(one.meta) && <Swatch meta={one.meta} className="size-4" />}
                  {one.value}
                  {reason && <span className="sr-only">, {reason}</span>}
                </button>
              );
            })}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

interface OrderBarProps {
  /** Maximum quantity; 0 when nothing is available. */
  left: number;
  /** Translated reason why nothing can be added to the order. */
  reason: string | undefined;
  onAdd: (quantity: number) => void;
}

function OrderBar({ left, reason, onAdd }: OrderBarProps) {
  const { t } = useTranslation('catalogue');
  const id = useId();
  const amount = useQuantity(left);
  const { quantity, wrong } = amount;
  const isOff = reason !== undefined;
  const word = (key: string) => t(`catalogue:products.variations.dialog.${key}`);
  const add = () => {
    if (!isOff && !wrong) onAdd(quantity);
  };
  return (
    <div className="mt-5 border-t border-line-faint pt-4">
      <div className="flex flex-wrap items-start gap-3">
        <div className="w-40">
          <QuantityField id={id} amount={amount} isOff={isOff} left={left} onEnter={add} />
        </div>
        <Button
          variant="primary"
          className="mt-6.5 flex-1"
          disabled={isOff || wrong !== undefined}
          aria-describedby={isOff ? `${id}-reason` : undefined}
          icon={<ShoppingBasket className="size-4" />}
          onClick={add}
        >
          {word('add')}
        </Button>
      </div>
      <p id={`${id}-reason`} aria-live="polite" className="mt-2 min-h-4.5 text-small text-ink-second">
        {reason}
      </p>
    </div>
  );
}

type Amount = ReturnType<typeof useQuantity>;

/** State of the quantity input; `wrong` is its error message. */
function useQuantity(left: number) {
  const { t, i18n } = useTranslation('catalogue');
  const [text, setText] = useState('1');
  const quantity = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  const word = (key: string, options = {}) => t(`catalogue:products.variations.dialog.${key}`, options);
  const wrong =
    quantity < 1
      ? word('wrong-quantity')
      : quantity > left
        ? word('most', { text: formatNumber(left, i18n.language) })
        : undefined;
  const step = (by: number) => setText(String(Math.max(1, Math.min(left, quantity + by))));
  return { text, setText, quantity, wrong, step };
}

interface QuantityFieldProps {
  id: string;
  amount: Amount;
  left: number;
  isOff: boolean;
  onEnter: () => void;
}

function QuantityField({ id, amount, left, isOff, onEnter }: QuantityFieldProps) {
  const { t } = useTranslation('catalogue');
  const { text, setText, quantity, wrong, step } = amount;
  const word = (key: string) => t(`catalogue:products.variations.dialog.${key}`);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter();
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      step(event.key === 'ArrowUp' ? 1 : -1);
    }
  };
  return (
    <Field id={id} label={word('quantity')} error={isOff ? undefined : wrong}>
      {(control) => (
        <span className="flex items-center gap-1">
          <Button
            aria-label={word('less')}
            disabled={isOff || quantity <= 1}
            icon={<Minus className="size-4" />}
            onClick={() => step(-1)}
          />
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            disabled={isOff}
            maxLength={9}
            className="min-w-0 px-1! text-center"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={handleKey}
          />
          <Button
            aria-label={word('more')}
            disabled={isOff || quantity >= left}
            icon={<Plus className="size-4" />}
            onClick={() => step(1)}
          />
        </span>
      )}
    </Field>
  );
}
