import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { RelationPicker } from '@/components/inputs/relation-picker';
import type { SaleTerms } from '@/contract/catalogue/products/sale-price';
import { toSearch } from '@/contract/core/search';
import type { SaleProduct } from '@/contract/promotions/flash-sale/schema';
import { api } from '@/lib/api/client';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { ProductLine } from './product-line';
import { ProductPrice } from './product-price';
import { useSaleWords } from './use-sale-words';

interface ProductChooserProps {
  form: UseFormReturn;
  /** Path of the list's errors: `<path>.<index>`. */
  path: string;
  chosen: readonly number[];
  /** Products with known names and prices. */
  known: readonly SaleProduct[];
  query: Record<string, unknown>;
  terms: SaleTerms;
  label: string;
  hint?: string;
  /** Text of an empty list. */
  empty: string;
  isRequired?: boolean;
  /** Rendered below the price of each chosen product. */
  below?: (product: SaleProduct) => ReactNode;
  onChange: (ids: number[], added: readonly SaleProduct[]) => void;
}

/** Product picker by name with prices before and after and per-product errors. */
export function ProductChooser(props: ProductChooserProps) {
  const { form, path, chosen, query, label, hint, empty, isRequired, onChange } = props;
  const { t } = useTranslation(['promotions', 'form']);
  const words = useSaleWords();
  const { free, setText, isSearching } = useFreeProducts(query, chosen);
  const textOf = (message: string | undefined) => message && t(`form:${message}`, { defaultValue: message });
  const errorAt = (place: string) => textOf(form.getFieldState(place, form.formState).error?.message);

  return (
    <>
      <Field id={`field-${path}`} label={label} hint={hint} error={errorAt(path)} isRequired={isRequired}>
        {(control) => (
          <RelationPicker
            control={control}
            isMultiple
            isLoading={isSearching}
            placeholder={t('promotions:flash-sale.card.find')}
            value={[]}
            options={free.map((product) => ({
              id: product.id,
              label: `${product.name} · ${words.regular(product)}`,
            }))}
            onQuery={setText}
            onChange={(picked) => {
              const added = free.filter(({ id }) => picked.some((one) => one.id === id));
              onChange([...chosen, ...added.map(({ id }) => id)], added);
            }}
          />
        )}
      </Field>
      <section aria-label={label}>
        <p className="font-medium" aria-live="polite">
          {chosen.length > 0 ? t('promotions:flash-sale.card.chosen', { count: chosen.length }) : empty}
        </p>
        {chosen.length > 0 && <ChosenProducts {...props} errorAt={errorAt} />}
      </section>
    </>
  );
}

/** Searches the query's products by name, without the chosen ones. */
function useFreeProducts(query: ProductChooserProps['query'], chosen: readonly number[]) {
  const [text, setText] = useState('');
  const asked = useDebouncedValue(text);
  const search = toSearch({ name: asked });
  const filtered = { ...query, limit: 20, orderBy: 'name', ...(search && { search }) };
  const found = useQuery({
    queryKey: ['products', 'list', filtered],
    queryFn: () => api.page('products', filtered),
  });
  const free = found.data?.rows.filter(({ id }) => !chosen.includes(id)) ?? [];
  return { free, setText, isSearching: found.isFetching || asked !== text };
}

interface ChosenProductsProps
  extends Pick<ProductChooserProps, 'path' | 'chosen' | 'known' | 'terms' | 'below' | 'onChange'> {
  errorAt: (place: string) => string | undefined;
}

function ChosenProducts({ path, chosen, known, terms, below, onChange, errorAt }: ChosenProductsProps) {
  const { t } = useTranslation('common');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by itself, by keyboard too
    <ul tabIndex={0} className="mt-1 max-h-120 divide-y divide-line-faint overflow-y-auto">
      {chosen.map((id, index) => {
        const product = known.find((one) => one.id === id);
        return (
          <ProductLine
            key={id}
            name={product?.name ?? t('common:id', { id })}
            picture={product?.image?.thumbnail ?? null}
            price={product && <ProductPrice product={product} terms={terms} />}
            error={errorAt(`${path}.${index}`)}
            onRemove={() =>
              onChange(
                chosen.filter((one) => one !== id),
                [],
              )
            }
          >
            {product && below?.(product)}
          </ProductLine>
        );
      })}
    </ul>
  );
}
