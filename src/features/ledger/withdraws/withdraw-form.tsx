import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { RemotePicker } from '@/components/inputs/remote-picker';
import { Select } from '@/components/inputs/select';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Card } from '@/components/ui/card';
import { familyPaths } from '@/contract/core/define';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { FormProps } from '@/crud/types';
import { api } from '@/lib/api/client';
import { useLabels } from '@/lib/i18n/labels';
import { useMe, usePermissions } from '@/lib/session/me';
import { WithdrawFields } from './withdraw-fields';

export function WithdrawForm({ resource, shop }: FormProps) {
  const [chosen, setChosen] = useState<{ id: number; label: string } | null>(null);
  const key = shop ?? chosen?.id;
  const picker = shop === undefined && <ShopChoice value={chosen} onChange={setChosen} />;
  if (key !== undefined)
    return <ForShop key={key} resource={resource} shop={shop} shopKey={key} top={picker} />;
  return (
    <>
      <Heading resource={resource} shop={shop} />
      <div className="mt-4 max-w-3xl">{picker}</div>
    </>
  );
}

interface ForShopProps extends FormProps {
  shopKey: string | number;
  top: React.ReactNode;
}

function ForShop({ resource, shop, shopKey, top }: ForShopProps) {
  const labels = useLabels(resource);
  const query = useQuery({
    queryKey: ['shops', 'one', shopKey],
    queryFn: () => api.one('shops', shopKey),
  });
  // Cached data of another page may be old or lack the balance.
  const data = query.isFetchedAfterMount ? query.data : undefined;
  const parent = { href: familyPaths(resource, shop).list, label: labels.text('title') };
  return (
    <QueryBoundary query={{ ...query, data }} parent={parent}>
      {(owner) => (
        <WithdrawFields
          resource={resource}
          shop={shop}
          top={top}
          owner={owner}
          heading={<Heading resource={resource} shop={shop} />}
        />
      )}
    </QueryBoundary>
  );
}

function Heading({ resource, shop }: FormProps) {
  const labels = useLabels(resource);
  const parent = { href: familyPaths(resource, shop).list, label: labels.text('title') };
  return <PageHeader title={labels.text('new')} parent={parent} />;
}

interface ShopChoiceProps {
  value: { id: number; label: string } | null;
  onChange: (shop: { id: number; label: string } | null) => void;
}

/** Any shop for an administrator, own ones for an owner. */
function ShopChoice({ value, onChange }: ShopChoiceProps) {
  const { t } = useTranslation('ledger');
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const { data: me } = useMe();
  const label = t('ledger:withdraws.fields.shop_id');
  const own = me?.shops ?? [];
  const choose = (id: number) => {
    const found = own.find((one) => one.id === id);
    onChange(found ? { id, label: found.name } : null);
  };
  const options = own.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Card isForm>
      <Field id="field-shop_id" label={label} hint={t('ledger:withdraws.hints.shop_id')} isRequired>
        {(control) =>
          isAdmin ? (
            <RemotePicker
              control={control}
              label={label}
              value={value}
              relation={{ endpoint: 'shops' }}
              onChange={(picked) => onChange([picked ?? []].flat()[0] ?? null)}
            />
          ) : (
            <Select
              {...control}
              value={String(value?.id ?? '')}
              options={[{ value: '', label: t('ledger:withdraws.card.choose') }, ...options]}
              onChange={(event) => choose(Number(event.target.value))}
            />
          )
        }
      </Field>
    </Card>
  );
}
