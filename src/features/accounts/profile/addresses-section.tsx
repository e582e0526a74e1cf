import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { Address } from '@/contract/accounts/addresses/schema';
import type { Me } from '@/contract/accounts/auth';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';
import { useModalActions } from '@/state/modal';
import { AddressLine } from './address-line';

export function AddressesSection({ me }: { me: Me }) {
  const { t } = useTranslation(['accounts', 'common']);
  const client = useQueryClient();
  const { open } = useModalActions();
  const hasBook = useCan('address-book');
  const addresses = useQuery({
    queryKey: ['address', 'own', hasBook],
    // Other servers send them with the person.
    queryFn: () => (hasBook ? api.list('address') : ((me.address ?? []) as Address[])),
  });
  const remove = useMutation({
    mutationFn: (address: Address) => api.remove(`address/${address.id}`),
    onSuccess: () => {
      showToast('success', t('common:successfully-deleted'));
      return client.invalidateQueries({ queryKey: ['address'] });
    },
  });

  return (
    <Card title={t('accounts:profile.addresses')}>
      <QueryBoundary query={addresses}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-ink-second">{t('accounts:profile.no-addresses')}</p>
          ) : (
            <ul className="divide-y divide-line-faint">
              {rows.map((address) => (
                <AddressLine
                  key={address.id}
                  address={address}
                  onEdit={() => open('ADD_OR_UPDATE_ADDRESS', { userId: me.id, address })}
                  onRemove={() =>
                    open('CONFIRM', {
                      title: t('accounts:profile.remove-address'),
                      text: [address.title, address.address.city, address.address.street_address]
                        .filter(Boolean)
                        .join(', '),
                      confirmLabel: t('common:button-delete'),
                      isDeletion: true,
                      onConfirm: () => remove.mutate(address),
                    })
                  }
                />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      <Button className="mt-4" onClick={() => open('ADD_OR_UPDATE_ADDRESS', { userId: me.id })}>
        {t('accounts:profile.add-address')}
      </Button>
    </Card>
  );
}
