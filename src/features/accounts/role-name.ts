import { useTranslation } from 'next-i18next/pages';
import type { RoleOfPerson } from '@/contract/core/areas';

/** Name of a role; that of a ready one follows the language. */
export function useRoleName() {
  const { t } = useTranslation('common');
  return ({ key, name }: Pick<RoleOfPerson, 'key' | 'name'>) =>
    key ? t(`common:role.${key}`, { defaultValue: name }) : name;
}
