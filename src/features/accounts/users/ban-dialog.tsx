import { Ban, CircleCheck } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import type { DialogProps } from '@/contract/dialogs';
import { toClientError } from '@/lib/api/errors';
import { ActionDialog } from './action-dialog';
import { usePersonAction } from './use-person-action';

/** Bans a person with a reason, or lifts the ban, each with its own text. */
export function BanDialog({ data: { id, name, isBan }, onClose }: DialogProps<'BAN_CUSTOMER'>) {
  const { t } = useTranslation(['accounts', 'form']);
  const [reason, setReason] = useState('');
  const kind = isBan ? 'ban' : 'unban';
  const action = usePersonAction({
    path: isBan ? 'users/block-user' : 'users/unblock-user',
    done: `accounts:people.${kind}.done`,
    hasField: isBan,
    onDone: onClose,
  });
  const refusal = action.error ? toClientError(action.error).fields.reason?.[0] : undefined;
  const Icon = isBan ? Ban : CircleCheck;
  return (
    <ActionDialog
      icon={<Icon className="size-6" strokeWidth={1.75} />}
      tone={isBan ? 'bad' : 'good'}
      title={t(`accounts:people.${kind}.title`)}
      text={t(`accounts:people.${kind}.text`)}
      subject={name}
      confirmLabel={t(`accounts:people.${kind}.confirm`)}
      isLoading={action.isPending}
      onConfirm={() => action.mutate(isBan ? { id, reason: reason.trim() || null } : { id })}
      onClose={onClose}
    >
      {isBan && (
        <Field
          as={Textarea}
          id="field-reason"
          label={t('accounts:people.ban.reason')}
          hint={t('accounts:people.ban.reason-hint')}
          error={refusal && t(`form:${refusal}`, { defaultValue: refusal })}
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ActionDialog>
  );
}
