import { useTranslation } from 'next-i18next/pages';

/** Translations of the product form by convention; `resources:products` holds those shared with lists. */
export function useFormWords() {
  const { t, i18n } = useTranslation(['form', 'common', 'catalogue']);
  const own = 'catalogue:products.form';
  // i18next reads a dot as nesting.
  const key = (name: string) => name.replaceAll('.', '-');
  const keysOf = (name: string) => [
    `${own}.fields.${key(name)}`,
    `catalogue:products.fields.${key(name)}`,
    `common:fields.${key(name)}`,
  ];
  const field = (name: string): string => t(keysOf(name));
  return {
    field,
    hint: (name: string): string | undefined =>
      i18n.exists(`${own}.hints.${key(name)}`) ? t(`${own}.hints.${key(name)}`) : undefined,
    option: (name: string, value: string): string =>
      t([`${own}.options.${name}.${value}`, `catalogue:products.options.${name}.${value}`], {
        defaultValue: value,
      }),
    /** Label of a field in the history; a variation's field is prefixed with the variation's title. */
    inHistory: (path: string): string | undefined => {
      const [, title, part] = /^variation_options\.(.+)\.(\w+)$/.exec(path) ?? [];
      const name = part ?? path;
      if (!keysOf(name).some((one) => i18n.exists(one))) return undefined;
      return title ? `${title}: ${field(name)}` : field(name);
    },
  };
}
