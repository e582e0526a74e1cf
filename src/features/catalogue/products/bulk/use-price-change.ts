import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PriceChangePreview } from '@/contract/catalogue/products/price-change';
import type { BulkTarget } from '@/contract/core/bulk';
import { api } from '@/lib/api/client';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';

/** The form of a price change, its body once it says something, and what would come of it. */
export function usePriceChange(target: BulkTarget) {
  const [form, setForm] = useState({ action: 'raise', by: 'percent', value: '', roundTo: '1' });
  const body = bodyOf(form);
  const asked = useDebouncedValue(JSON.stringify(body ?? null), 400);
  const preview = useQuery({
    queryKey: ['products', 'price-preview', target, asked],
    queryFn: () =>
      api.post<PriceChangePreview>('products/bulk/price', { ...target, ...JSON.parse(asked), preview: true }),
    enabled: asked !== 'null',
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  return {
    ...form,
    body,
    preview,
    set: (change: Partial<typeof form>) => setForm((before) => ({ ...before, ...change })),
  };
}

function bodyOf({ action, by, value, roundTo }: Record<'action' | 'by' | 'value' | 'roundTo', string>) {
  if (action === 'clear-discount') return { target: action };
  const number = Number(value.replace(/\s/g, '').replace(',', '.'));
  if (!(number > 0) || (by === 'percent' && action !== 'raise' && number >= 100)) return undefined;
  const shared = { by, roundTo: Number(roundTo) };
  if (action === 'discount') return { ...shared, target: action, value: number };
  return { ...shared, target: 'price', value: action === 'lower' ? -number : number };
}
