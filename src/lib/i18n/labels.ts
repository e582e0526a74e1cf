import type { i18n as I18n, TFunction } from 'i18next';
import { useTranslation } from 'next-i18next/pages';
import { useMemo } from 'react';
import type { AnyResource, Column, FormField } from '@/contract/core/define';
import { optionKeys } from '@/contract/core/option-keys';
import { domains } from '@/contract/domains';

/** Texts of a family, by convention in `<domain>:<family>` (contract/core/define); its name is in `common:families`. */
export function useLabels(resource: AnyResource) {
  const { t, i18n } = useTranslation([resource.domain, 'common']);
  return useMemo(() => labelsOf(resource, t, i18n), [resource, t, i18n]);
}

function labelsOf(resource: AnyResource, t: TFunction, i18n: I18n) {
  const own = `${resource.domain}:${resource.name}`;
  const part = resource.only && `${own}.${resource.only.name}`;
  return {
    /** A partial list may override texts of its family; what a family does not say is said generally. */
    text: (key: string) =>
      t([
        ...(part ? [`${part}.${key}`] : []),
        key === 'title' ? `common:families.${resource.name}` : `${own}.${key}`,
        `common:list.${key}`,
      ]),
    field: (key: string) => t([`${own}.fields.${key}`, `common:fields.${key}`]),
    /** Column heading: the field's label with its unit, which sums carry themselves. */
    column: (key: string) => {
      const kind = resource.columns.find((column: Column<never>) => column.key === key)?.kind;
      const unit = resource.fields.find((field: FormField<object>) => field.key === key)?.unit;
      const name = t([`${own}.fields.${key}`, `common:fields.${key}`]);
      return unit && kind !== 'money' ? `${name}, ${t(`common:units.${unit}`)}` : name;
    },
    hint: (key: string) => (i18n.exists(`${own}.hints.${key}`) ? t(`${own}.hints.${key}`) : undefined),
    /** Label of a stored value; the value itself when it is not a code or has no label. Other servers may send none. */
    option: (key: string, value: string | null | undefined) => {
      if (value === undefined || value === null) return '';
      const keys = optionKeys(value).map((one) => `${own}.options.${key}.${one}`);
      return keys.length === 0 ? value : t(keys, { defaultValue: value });
    },
  };
}

/** Key of the name of a family, or of a list of some of its rows. */
export function familyTitleKey({ name, domain, only }: AnyResource): string {
  return only ? `${domain}:${name}.${only.name}.title` : `common:families.${name}`;
}

/** Keys of a family's text where its domain is not known: the dictionary that has it came with its page. */
export function familyKeys(family: string, path: string): string[] {
  return domains.map((domain) => `${domain}:${family}.${path}`);
}
