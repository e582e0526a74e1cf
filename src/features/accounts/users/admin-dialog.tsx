import { ShieldMinus, ShieldPlus } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { DialogProps } from '@/contract/dialogs';
import { ActionDialog } from './action-dialog';
import { usePersonAction } from './use-person-action';

/** Grants or revokes administrator rights: sends the intended state, not a toggle. */
export function AdminDialog({ data: { id, name, isGrant }, onClose }: DialogProps<'MAKE_ADMIN'>) {
  const { t } = useTranslation('accounts');
  const kind = isGrant ? 'grant' : 'revoke';
  const action = usePersonAction({
    path: 'users/make-admin',
    done: `accounts:people.${kind}.done`,
    onDone: onClose,
  });
  const Icon = isGrant ? ShieldPlus : ShieldMinus;
  return (
    <ActionDialog
      icon={<Icon className="size-6" strokeWidth={1.75} />}
      tone={isGrant ? 'warn' : 'bad'}
      title={t(`accounts:people.${kind}.title`)}
      text={t(`accounts:people.${kind}.text`)}
      subject={name}
      confirmLabel={t(`accounts:people.${kind}.confirm`)}
      isLoading={action.isPending}
      onConfirm={() => action.mutate({ user_id: id, grant: isGrant })}
      onClose={onClose}
    />
  );
}
