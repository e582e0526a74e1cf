import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import {
  type ProviderKind,
  providerKinds,
  type SignInProvider,
  type SignInProviders,
} from '@/contract/accounts/providers';
import { api } from '@/lib/api/client';
import { useMay } from '@/lib/session/rights';
import { showToast } from '@/lib/toast';
import { ProviderForm } from './provider-form';

const queryKey = ['sign-in-providers'];

export function ProvidersCard() {
  const { t } = useTranslation('settings');
  const query = useQuery({ queryKey, queryFn: () => api.get('sign-in/providers') });
  return (
    <Card title={t('settings:providers.title')} text={t('settings:providers.text')}>
      <QueryBoundary query={query}>{(stored) => <Providers stored={stored} />}</QueryBoundary>
    </Card>
  );
}

type View =
  | { kind: 'rest' }
  | { kind: 'form'; of: SignInProvider | ProviderKind }
  | { kind: 'remove'; of: SignInProvider };

function Providers({ stored: { providers, redirect_uri } }: { stored: SignInProviders }) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const mayDecide = useMay('integrations:decide');
  const [view, setView] = useState<View>({ kind: 'rest' });
  const rest = () => setView({ kind: 'rest' });
  if (view.kind === 'form')
    return (
      <ProviderForm
        of={view.of}
        redirectUri={redirect_uri}
        onSaved={(now) => {
          client.setQueryData(queryKey, now);
          showToast('success', t('settings:providers.saved'));
          rest();
        }}
        onCancel={rest}
      />
    );
  if (view.kind === 'remove')
    return (
      <RemoveProvider
        of={view.of}
        onRemoved={() => {
          void client.invalidateQueries({ queryKey });
          showToast('success', t('settings:providers.removed'));
          rest();
        }}
        onCancel={rest}
      />
    );
  return (
    <>
      {providers.length > 0 && (
        <ul className="mb-4 divide-y divide-line-faint">
          {providers.map((provider) => (
            <ProviderLine
              key={provider.id}
              provider={provider}
              {...(mayDecide && {
                onEdit: () => setView({ kind: 'form', of: provider }),
                onRemove: () => setView({ kind: 'remove', of: provider }),
              })}
            />
          ))}
        </ul>
      )}
      {mayDecide && (
        <div className="flex flex-wrap gap-2">
          {providerKinds.map((kind) => (
            <Button key={kind} onClick={() => setView({ kind: 'form', of: kind })}>
              {t(`settings:providers.add.${kind}`)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

interface ProviderLineProps {
  provider: SignInProvider;
  /** Left out where the person only reads. */
  onEdit?: () => void;
  onRemove?: () => void;
}

function ProviderLine({ provider: { name, issuer, is_on, links }, onEdit, onRemove }: ProviderLineProps) {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium break-words">
          {name}
          <Badge tone={is_on ? 'good' : 'neutral'}>
            {t(is_on ? 'settings:providers.is-on' : 'settings:providers.is-off')}
          </Badge>
        </p>
        <p className="text-small text-ink-second">
          <span dir="ltr" className="break-all">
            {issuer}
          </span>
          {' · '}
          {t('settings:providers.links', { count: links })}
        </p>
      </div>
      {onEdit && (
        <div className="flex gap-2">
          <Button size="small" aria-label={t('settings:providers.edit-name', { name })} onClick={onEdit}>
            {t('common:button-edit')}
          </Button>
          <Button size="small" aria-label={t('settings:providers.remove-name', { name })} onClick={onRemove}>
            {t('settings:providers.remove')}
          </Button>
        </div>
      )}
    </li>
  );
}

interface RemoveProviderProps {
  of: SignInProvider;
  onRemoved: () => void;
  onCancel: () => void;
}

/** Removing takes the links of people away, so it asks first. */
function RemoveProvider({ of: { id, name, links }, onRemoved, onCancel }: RemoveProviderProps) {
  const { t } = useTranslation(['settings', 'common']);
  const remove = useMutation({
    mutationFn: () => api.remove(`sign-in/providers/${id}`),
    onSuccess: onRemoved,
  });
  return (
    <div role="alertdialog" aria-label={t('settings:providers.remove-name', { name })}>
      <p>{t('settings:providers.remove-question', { name, count: links })}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="danger" isLoading={remove.isPending} onClick={() => remove.mutate()}>
          {t('settings:providers.remove')}
        </Button>
        <Button onClick={onCancel}>{t('common:button-cancel')}</Button>
      </div>
    </div>
  );
}
