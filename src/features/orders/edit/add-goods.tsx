import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Select } from '@/components/inputs/select';
import { Thumbnail } from '@/components/media/thumbnail';
import { Button } from '@/components/ui/button';
import type { TillGood } from '@/contract/orders/till';
import { api } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { useMoney } from '@/state/use-money';

interface AddGoodsProps {
  /** Shops that send something in the order. */
  shops: readonly { name: string; slug: string }[];
  onAdd: (good: TillGood) => void;
}

const shownRows = 6;

/** Finds goods of the order's shops in stock, by name, or by a scanned code and Enter. */
export function AddGoods({ shops, onAdd }: AddGoodsProps) {
  const { t } = useTranslation('orders');
  const [slug, setSlug] = useState(shops[0]?.slug ?? '');
  const [text, setText] = useState('');
  const found = useGoods(slug, text);
  const client = useQueryClient();
  const add = (good: TillGood) => {
    setText('');
    onAdd(good);
  };
  const scan = async () => {
    const code = text.trim();
    if (code === '') return;
    const goods = await client.fetchQuery({
      queryKey: ['till', slug, 'scan', code],
      queryFn: () => api.get(`till/${encodeURIComponent(slug)}/scan`, { code }),
    });
    const [only] = goods.length > 0 ? goods : (found.data?.data ?? []);
    if (only && (goods.length === 1 || found.data?.data.length === 1)) add(only);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The form is not saved by a scanner.
    event.preventDefault();
    void scan().catch(() => undefined);
  };
  const rows = text.trim() === '' ? [] : (found.data?.data ?? []).slice(0, shownRows);
  return (
    <div className="grid gap-2">
      {shops.length > 1 && (
        <Field
          as={Select}
          id="add-goods-shop"
          label={t('orders:orders.edit.shop')}
          value={slug}
          options={shops.map((shop) => ({ value: shop.slug, label: shop.name }))}
          onChange={(event) => setSlug(event.target.value)}
        />
      )}
      <Field
        as={Input}
        id="add-goods"
        label={t('orders:orders.edit.add')}
        hint={t('orders:orders.edit.add-hint')}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKey}
      />
      {text.trim() !== '' && found.data?.data.length === 0 && (
        <p className="text-ink-second">{t('orders:orders.edit.nothing')}</p>
      )}
      {rows.length > 0 && (
        <ul aria-label={t('orders:orders.edit.found')} className="divide-y divide-line-faint">
          {rows.map((good) => (
            <Found key={`${good.product_id} ${good.variation_option_id}`} good={good} onAdd={add} />
          ))}
        </ul>
      )}
    </div>
  );
}

function useGoods(slug: string, text: string) {
  const search = useDebouncedValue(text.trim());
  return useQuery({
    queryKey: ['till', slug, 'goods', search, undefined, true],
    queryFn: () => api.get(`till/${encodeURIComponent(slug)}/goods`, { search, in_stock: 1 }),
    enabled: search !== '' && slug !== '',
  });
}

function Found({ good, onAdd }: { good: TillGood; onAdd: (good: TillGood) => void }) {
  const { t, i18n } = useTranslation('orders');
  const money = useMoney();
  const left = t('orders:orders.edit.left', {
    count: good.left,
    number: formatNumber(good.left, i18n.language),
  });
  return (
    <li className="flex items-center gap-3 py-2">
      <Thumbnail path={good.image ?? undefined} title={good.name} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-words" dir="auto">
          {good.name}
        </span>
        <span className="block text-small text-ink-second">
          {[good.variation, money(good.price), left].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Button
        size="small"
        aria-label={`${t('orders:orders.edit.put')}: ${good.name}`}
        onClick={() => onAdd(good)}
      >
        {t('orders:orders.edit.put')}
      </Button>
    </li>
  );
}
