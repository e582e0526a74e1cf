import { useMutation } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Select } from '@/components/inputs/select';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';
import { useNoMail } from '../no-mail';
import { useRoleName } from '../role-name';
import { ActionDialog } from '../users/action-dialog';
import { useTeamRoles } from './use-roles';

/** Invites a person into the team by e-mail, with a role. */
export function InviteDialog({ onClose }: DialogProps<'INVITE_TO_TEAM'>) {
  const { t } = useTranslation(['accounts', 'form', 'common']);
  const nameOf = useRoleName();
  const hasNoMail = useNoMail();
  const { data: roles = [] } = useTeamRoles();
  const [values, setValues] = useState({ email: '', name: '', role: '' });
  const refresh = useRefresh(['users', 'roles']);
  const role = values.role || String(roles[0]?.id ?? '');
  const invite = useMutation({
    mutationFn: () =>
      api.post('users/invite', { email: values.email, name: values.name, role_id: Number(role) }),
    onSuccess: () => {
      showToast('success', t(`accounts:roles.invite.done${hasNoMail ? '-no-mail' : ''}`));
      onClose();
      return refresh();
    },
    onError: (reason) => {
      if (toClientError(reason).status === 202) onClose();
    },
    meta: { silent: ['VALIDATION_FAILED', 'FORBIDDEN'] },
  });
  const failure = invite.error ? toClientError(invite.error) : undefined;
  const wrong = (key: string) => {
    const message = failure?.fields[key]?.[0];
    return message && t(`form:${message}`, { defaultValue: message });
  };
  const bind = (key: keyof typeof values) => ({
    value: values[key],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [key]: target.value }),
  });
  const text = (key: 'email' | 'name', type: 'email' | 'text') => (
    <Field
      as={Input}
      id={`field-${key}`}
      label={t(`accounts:roles.invite.${key}`)}
      {...(wrong(key) && { error: wrong(key) })}
      isRequired
      type={type}
      autoComplete="off"
      {...bind(key)}
    />
  );
  return (
    <ActionDialog
      icon={<UserPlus className="size-6" strokeWidth={1.75} />}
      tone="accent"
      title={t('accounts:roles.invite.title')}
      text={t(`accounts:roles.invite.${hasNoMail ? 'no-mail' : 'text'}`)}
      subject=""
      confirmLabel={t('accounts:roles.invite.confirm')}
      isLoading={invite.isPending}
      onConfirm={() => invite.mutate()}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {text('email', 'email')}
        {text('name', 'text')}
        <Field
          as={Select}
          id="field-role"
          label={t('accounts:roles.assign.label')}
          {...(failure && Object.keys(failure.fields).length === 0 && { error: errorText(t, failure) })}
          {...bind('role')}
          value={role}
          options={roles.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
        />
      </div>
    </ActionDialog>
  );
}
