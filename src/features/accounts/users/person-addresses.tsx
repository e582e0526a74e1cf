import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { postalLine } from '@/contract/accounts/addresses/region';
import type { Address } from '@/contract/accounts/addresses/schema';
import type { User } from '@/contract/accounts/users/schema';
import { api } from '@/lib/api/client';
import { useMay } from '@/lib/session/rights';
import { showToast } from '@/lib/toast';
import { useModalActions } from '@/state/modal';

/** A person's delivery and billing addresses: add, change and remove, for whoever may. */
export function PersonAddresses({ user }: { user: User }) {
  const { t } = useTranslation('accounts');
  const { open } = useModalActions();
  const mayWrite = useMay('customers:write');
  const { id, address: addresses = [] } = user;
  return (
    <Card title={t('accounts:addresses.title')}>
      {addresses.length === 0 && <p className="text-ink-second">{t('accounts:addresses.empty')}</p>}
      <ul className="grid gap-x-6 divide-y divide-line-faint">
        {addresses.map((address) => (
          <AddressLine key={address.id} address={address} mayWrite={mayWrite} />
        ))}
      </ul>
      {mayWrite && (
        <Button
          className="mt-4"
          aria-haspopup="dialog"
          icon={<Plus className="size-4" />}
          onClick={() => open('ADD_OR_UPDATE_ADDRESS', { userId: id })}
        >
          {t('accounts:addresses.add')}
        </Button>
      )}
    </Card>
  );
}

function AddressLine({ address, mayWrite }: { address: Address; mayWrite: boolean }) {
  const { t } = useTranslation(['accounts', 'common']);
  const { open } = useModalActions();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.remove(`address/${address.id}`),
    onSuccess: () => {
      showToast('success', t('common:successfully-deleted'));
      return client.invalidateQueries({ queryKey: ['users'] });
    },
  });
  const text = postalLine(address.address);
  return (
    <li className="flex items-start justify-between gap-4 py-3 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-words">{address.title}</span>
          <Badge>{t(`accounts:addresses.types.${address.type}`)}</Badge>
          {address.default && <Badge tone="accent">{t('accounts:addresses.is-default')}</Badge>}
        </p>
        <p className="mt-1 break-words text-ink-second">{text}</p>
      </div>
      {mayWrite && (
        <div className="flex shrink-0">
          <Button
            variant="ghost"
            aria-haspopup="dialog"
            aria-label={`${t('common:button-edit')}: ${address.title}`}
            icon={<Pencil className="size-4" />}
            onClick={() => open('ADD_OR_UPDATE_ADDRESS', { userId: address.customer_id, address })}
          />
          <Button
            variant="ghost"
            aria-haspopup="dialog"
            className="hover:not-disabled:text-bad"
            isLoading={remove.isPending}
            aria-label={`${t('common:button-delete')}: ${address.title}`}
            icon={<Trash2 className="size-4" />}
            onClick={() =>
              open('CONFIRM', {
                title: t('accounts:addresses.remove'),
                text,
                confirmLabel: t('common:button-delete'),
                isDeletion: true,
                onConfirm: () => remove.mutate(),
              })
            }
          />
        </div>
      )}
    </li>
  );
}
