import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { type RelationOption, RelationPicker } from '@/components/inputs/relation-picker';
import { ownershipTransfers } from '@/contract/shops/ownership-transfers';
import { api } from '@/lib/api/client';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { usePermissions } from '@/lib/session/me';

interface VendorPickerProps {
  value: RelationOption | undefined;
  /** Already translated. */
  error?: string | undefined;
  onChange: (vendor: RelationOption | undefined) => void;
}

/** The recipient of a shop. An owner must know the exact e-mail: the list of vendors is not public. */
export function VendorPicker({ value, error, onChange }: VendorPickerProps) {
  const { t } = useTranslation('shops');
  const isAdmin = usePermissions().includes('super_admin');
  const [text, setText] = useState('');
  const search = useDebouncedValue(text.trim(), 400);
  const isAsked = isAdmin || /^\S+@\S+\.\S{2,}$/.test(search);
  const found = useQuery({
    queryKey: [ownershipTransfers.name, 'vendors', search],
    queryFn: () => api.list('ownership-transfer/vendors', { search }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const isNobody = isAsked && found.data?.length === 0 && !found.isFetching;
  const hint = isNobody ? 'vendor-nobody' : isAdmin ? 'vendor-hint-admin' : 'vendor-hint';
  return (
    <Field
      id="transfer-vendor"
      label={t('shops:shops.vendor')}
      hint={t(`shops:shops.${hint}`)}
      error={error}
      isRequired
    >
      {(control) => (
        <RelationPicker
          control={control}
          value={value ? [value] : []}
          options={
            isAsked
              ? (found.data ?? []).map(({ id, name, email }) => ({ id, label: `${name} · ${email}` }))
              : []
          }
          isMultiple={false}
          isLoading={found.isFetching}
          placeholder={t('shops:shops.vendor-placeholder')}
          onQuery={setText}
          onChange={([vendor]) => onChange(vendor)}
        />
      )}
    </Field>
  );
}
