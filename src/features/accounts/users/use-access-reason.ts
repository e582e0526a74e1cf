import { useTranslation } from 'next-i18next/pages';
import type { Permission } from '@/contract/core/permissions';
import type { AccessDecision } from './access';

/** Explains why an action is allowed or not: the role or permission that allows it, or those of which one would. */
export function useAccessReason() {
  const { t } = useTranslation(['resources', 'form']);
  const wordOf = (permission: Permission) => {
    const [role = '', scope] = permission.split(':');
    return scope === undefined
      ? t(`resources:users.options.permissions.${role}`)
      : t('form:people.explorer.right', { right: t(`resources:users.options.scopes.${scope}`) });
  };
  return ({ isAllowed, isPublic, by }: AccessDecision): string => {
    if (isPublic) return t('form:people.explorer.public');
    const names = by.map(wordOf).join(', ');
    return t(isAllowed ? 'form:people.explorer.by' : 'form:people.explorer.needs', { names });
  };
}
