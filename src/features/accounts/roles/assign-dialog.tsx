import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Select } from '@/components/inputs/select';
import { limited } from '@/contract/core/areas';
import type { DialogProps } from '@/contract/dialogs';
import { errorText, toClientError } from '@/lib/api/errors';
import { usePermissions } from '@/lib/session/me';
import { showToast } from '@/lib/toast';
import { useRoleName } from '../role-name';
import { ActionDialog } from '../users/action-dialog';
import { useAssignRole, useTeamRoles } from './use-roles';

/** Gives a person of the team a role. */
export function AssignDialog({ data: { id, name, roleId }, onClose }: DialogProps<'ASSIGN_ROLE'>) {
  const { t } = useTranslation(['accounts', 'common']);
  const nameOf = useRoleName();
  const { data: roles = [] } = useTeamRoles();
  const [chosen, setChosen] = useState(String(roleId ?? ''));
  const assign = useAssignRole();
  // Whoever has a role cannot give more than it.
  const isLimited = usePermissions().includes(limited);
  const confirm = () =>
    assign.mutate(
      { id, role_id: chosen === '' ? null : Number(chosen) },
      {
        onSuccess: () => {
          showToast('success', t('accounts:roles.assign.done'));
          onClose();
        },
        onError: (reason) => {
          if (toClientError(reason).status === 202) onClose();
        },
      },
    );
  return (
    <ActionDialog
      icon={<ShieldCheck className="size-6" strokeWidth={1.75} />}
      tone="accent"
      title={t('accounts:roles.assign.title')}
      text={t('accounts:roles.assign.text')}
      subject={name}
      confirmLabel={t('accounts:roles.assign.confirm')}
      isLoading={assign.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Field
        as={Select}
        id="field-role"
        label={t('accounts:roles.assign.label')}
        error={assign.error ? errorText(t, toClientError(assign.error)) : undefined}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        options={[
          ...(isLimited && roleId !== null ? [] : [{ value: '', label: t('accounts:roles.assign.all') }]),
          ...roles.map((role) => ({ value: String(role.id), label: nameOf(role) })),
        ]}
      />
    </ActionDialog>
  );
}
