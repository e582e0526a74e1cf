import { useTranslation } from 'next-i18next/pages';
import { Chips } from '@/components/ui/chips';
import type { Me } from '@/contract/accounts/auth';

/** Roles, and the scopes that staff were given. */
export function Permissions({ me }: { me: Me }) {
  const { t } = useTranslation(['accounts', 'common']);
  const names = me.permissions.map(({ name }) => name);
  const roles = names.filter((name) => !name.includes(':')).map((name) => t(`common:role.${name}`));
  const parts = names
    .filter((name) => name.includes(':'))
    .map((name) => t(`accounts:profile.parts.${name.split(':')[1]}`));
  return (
    <div className="grid gap-2">
      <Chips names={roles} most={roles.length} />
      {parts.length > 0 && <p className="text-small text-ink-second">{parts.join(', ')}</p>}
    </div>
  );
}
