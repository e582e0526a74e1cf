import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { KeyboardEvent } from 'react';
import { SearchInput } from '@/components/inputs/search-input';
import { toSearch } from '@/contract/core/search';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';
import { useCart, useCartActions } from '@/state/cart';
import { useModalActions } from '@/state/modal';
import { onSale } from './order-products';
import { isScannable, matchCode } from './product-line';
import { useCheckoutWord } from './use-checkout-word';

/** Searches while typing; a scanned code with Enter adds exactly that product to the cart. */
export function ScanSearch({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation('common');
  const word = useCheckoutWord();
  const scan = useScan(() => onSearch(''));
  const handleKey = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
    const code = target.value.trim();
    if (!isScannable(code)) return;
    // The next code replaces this one.
    target.select();
    void scan(code);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles bubbling keys of the field inside
    <div onKeyDown={handleKey} className="w-75 max-w-full phone:w-full">
      <SearchInput
        value={value}
        label={word('search')}
        clearLabel={t('common:list.clear-search')}
        onSearch={onSearch}
      />
    </div>
  );
}

/** A code matches few products; further results contain it by chance. */
const maxMatches = 3;

/** Adds the product with exactly this SKU or barcode to the cart, if there is one. `onFound` clears the search. */
function useScan(onFound: () => void): (code: string) => Promise<void> {
  const { i18n } = useTranslation();
  const word = useCheckoutWord();
  const client = useQueryClient();
  const { items } = useCart();
  const { addItemWithQuantity } = useCartActions();
  const { open } = useModalActions();

  const find = async (code: string) => {
    const { language } = i18n;
    const search = toSearch({ name: code, ...onSale });
    const query = { limit: maxMatches, language, searchJoin: 'and', search };
    const { rows } = await api.page('products', query);
    for (const { slug } of rows) {
      const product = await client.fetchQuery({
        queryKey: ['products', 'one', slug, language],
        queryFn: () => api.one('products', slug, { language }),
      });
      const match = matchCode(product, code);
      if (match) return { ...match, product };
    }
    return undefined;
  };

  return async (code) => {
    // The grid shows the failed search.
    const found = await find(code).catch(() => undefined);
    if (!found) return;
    const { line, product, isVariable } = found;
    if (isVariable) return open('SELECT_PRODUCT_VARIATION', { slug: product.slug });
    const taken = items.find(({ id }) => id === line?.id)?.quantity ?? 0;
    if (!line || taken >= line.stock) {
      return showToast('error', word('scan-out', { name: line?.name ?? product.name }));
    }
    addItemWithQuantity(line, 1);
    showToast('success', word('scanned', { name: line.name }));
    onFound();
  };
}
