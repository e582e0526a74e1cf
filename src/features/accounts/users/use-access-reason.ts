import { useTranslation } from 'next-i18next/pages';
import type { Permission } from '@/contract/core/permissions';
import type { AccessDecision } from './access';

/** Explains why an action is allowed or not: the role or permission that allows it, or those of which one would. */
export function useAccessReason() {
  const { t } = useTranslation('accounts');
  const wordOf = (permission: Permission) => {
    const [role = '', scope] = permission.split(':');
    if (scope === undefined) return t(`accounts:users.options.permissions.${role}`);
    const key = role === 'staff' ? `users.options.scopes.${scope}` : `roles.rights.${role}.${scope}`;
    return t('accounts:people.explorer.right', { right: t(`accounts:${key}`) });
  };
  return ({ isAllowed, isPublic, by }: AccessDecision): string => {
    if (isPublic) return t('accounts:people.explorer.public');
    const names = by.map(wordOf).join(', ');
    return t(isAllowed ? 'accounts:people.explorer.by' : 'accounts:people.explorer.needs', { names });
  };
}
