import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { SendPart } from '@/components/form/send-part';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import type { Me, Passkey } from '@/contract/accounts/auth';
import { loadPasskeys } from '@/features/accounts/auth/passkey-button';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { usePartForm } from '@/lib/form/use-part-form';
import { showToast } from '@/lib/toast';
import { AccessLine } from './access-line';
import { CurrentPassword } from './current-password';
import { describeDevice } from './device';
import { RecoveryCodes } from './recovery-codes';

/** Passkeys of the account: sign-in without a password, and second factor after it. */
export function PasskeysSection({ me }: { me: Me }) {
  const { t } = useTranslation(['accounts', 'common']);
  const client = useQueryClient();
  const passkeys = useQuery({ queryKey: ['passkeys'], queryFn: () => api.get('me/passkeys') });
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const refresh = () => client.invalidateQueries({ queryKey: ['passkeys'] });
  const remove = useMutation({
    mutationFn: (id: number) => api.remove(`me/passkeys/${id}`),
    onSuccess: () => {
      showToast('success', t('accounts:passkeys.removed'));
      return refresh();
    },
  });
  const handleAdded = (recovery: readonly string[]) => {
    setAdding(false);
    setCodes(recovery);
    showToast('success', t('accounts:passkeys.added'));
    void refresh();
  };
  const rows = passkeys.data;

  return (
    <Card title={t('accounts:passkeys.section')} text={t('accounts:passkeys.section-text')}>
      {passkeys.error && !rows && (
        <ErrorBanner
          text={t(messageKey(toClientError(passkeys.error)))}
          onRetry={() => void passkeys.refetch()}
        />
      )}
      {passkeys.isPending && <Skeleton className="h-12 w-full" />}
      {rows && rows.length > 0 && (
        <ul className="mb-4 divide-y divide-line-faint">
          {rows.map((row) => (
            <PasskeyLine
              key={row.id}
              passkey={row}
              isRemoving={remove.isPending && remove.variables === row.id}
              onRemove={() => remove.mutate(row.id)}
            />
          ))}
        </ul>
      )}
      {codes.length > 0 && <RecoveryCodes codes={codes} email={me.email} onClose={() => setCodes([])} />}
      {isAdding && <NewPasskey onAdded={handleAdded} onCancel={() => setAdding(false)} />}
      {!isAdding && codes.length === 0 && <AddButton onClick={() => setAdding(true)} />}
    </Card>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('accounts');
  // Browsers offer passkeys over https and on this computer only.
  if (typeof PublicKeyCredential === 'undefined')
    return <p className="text-ink-second">{t('accounts:passkeys.unsupported')}</p>;
  return <Button onClick={onClick}>{t('accounts:passkeys.add')}</Button>;
}

interface PasskeyLineProps {
  passkey: Passkey;
  isRemoving: boolean;
  onRemove: () => void;
}

function PasskeyLine({ passkey, isRemoving, onRemove }: PasskeyLineProps) {
  const { t } = useTranslation('accounts');
  const { name, created_at, last_used_at } = passkey;
  return (
    <AccessLine
      Icon={KeyRound}
      name={<p className="font-medium break-words">{name}</p>}
      note={`${t(last_used_at ? 'accounts:passkeys.used' : 'accounts:passkeys.made')} `}
      at={last_used_at ?? created_at}
      end={{
        label: t('accounts:passkeys.remove'),
        description: t('accounts:passkeys.remove-of', { name }),
        isEnding: isRemoving,
        onEnd: onRemove,
      }}
    />
  );
}

interface NewPasskeyProps {
  onAdded: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

function NewPasskey({ onAdded, onCancel }: NewPasskeyProps) {
  const { t } = useTranslation(['accounts', 'common']);
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.passkeyFormSchema),
    values: { name: describeDevice(navigator.userAgent)?.name ?? '', password: '' },
    send: async (values) => (await loadPasskeys()).addPasskey(values),
    onSent: (added) => added && onAdded(added.recovery_codes),
  });
  return (
    <form noValidate onSubmit={part.submit} className="grid max-w-xl gap-4">
      <Field
        as={Input}
        id="passkey-name"
        label={t('accounts:passkeys.name')}
        {...part.field('name')}
        maxLength={60}
      />
      <CurrentPassword part={part} id="passkey-password" />
      <SendPart part={part} label={t('accounts:passkeys.add')} onCancel={onCancel} />
    </form>
  );
}
