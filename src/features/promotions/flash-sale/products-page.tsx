import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Select } from '@/components/inputs/select';
import { isAllowed } from '@/contract/core/permissions';
import { useMe, usePermissions } from '@/lib/session/me';
import { MyProducts } from './my-products';

const path = '/flash-sale/my-products';

/** Products in sales at the panel root: an owner's shops one at a time; all shops for administrators. */
export function ProductsPage() {
  const { t } = useTranslation('promotions');
  const router = useRouter();
  const { data: me } = useMe();
  const isAdmin = isAllowed(['super_admin'], usePermissions());
  const [chosen, setChosen] = useState('');
  if (!me) return null;
  const all = { value: '', label: t('promotions:flash-sale.card.all-shops') };
  const own = me.shops.map((shop) => ({ value: String(shop.id), label: shop.name }));
  const options = isAdmin ? [all, ...own] : own;
  const value = chosen || (options[0]?.value ?? '');
  return (
    <MyProducts
      key={value}
      path={path}
      shopId={value === '' ? null : Number(value)}
      tools={
        options.length > 1 && (
          <Select
            aria-label={t('promotions:flash-sale.card.shop')}
            className="w-60 max-w-full"
            options={options}
            value={value}
            onChange={(event) => {
              setChosen(event.target.value);
              // Page and search belonged to the previous shop.
              void router.replace(path, undefined, { shallow: true });
            }}
          />
        )
      }
    />
  );
}
