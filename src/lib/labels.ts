import { useTranslation } from 'next-i18next/pages';
import type { AnyResource } from '@/contract/define';

/** Words of a family, found by convention in `resources:<family>` (contract/define). */
export function useLabels(resource: AnyResource) {
  const { t, i18n } = useTranslation(['resources', 'common']);
  const own = `resources:${resource.name}`;
  return {
    text: (key: string) => t(`${own}.${key}`),
    field: (key: string) => t([`${own}.fields.${key}`, `common:fields.${key}`]),
    hint: (key: string) => (i18n.exists(`${own}.hints.${key}`) ? t(`${own}.hints.${key}`) : undefined),
    /** Word of a stored value; one that is no code, or has no word, stands for itself. */
    option: (key: string, value: string) => {
      if (!/^[a-z0-9][a-z0-9_ -]*$/i.test(value)) return value;
      return t(`${own}.options.${key}.${value.toLowerCase().replaceAll(' ', '_')}`, { defaultValue: value });
    },
  };
}
