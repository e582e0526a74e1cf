import { useTranslation } from 'next-i18next/pages';

/** Words of the product's form, found by convention; `resources:products` has those that lists need, too. */
export function useFormWords() {
  const { t, i18n } = useTranslation(['form', 'resources', 'common']);
  const own = 'form:products.form';
  // A dot would look into a word.
  const key = (name: string) => name.replaceAll('.', '-');
  const keysOf = (name: string) => [
    `${own}.fields.${key(name)}`,
    `resources:products.fields.${key(name)}`,
    `common:fields.${key(name)}`,
  ];
  const field = (name: string): string => t(keysOf(name));
  return {
    field,
    hint: (name: string): string | undefined =>
      i18n.exists(`${own}.hints.${key(name)}`) ? t(`${own}.hints.${key(name)}`) : undefined,
    option: (name: string, value: string): string =>
      t([`${own}.options.${name}.${value}`, `resources:products.options.${name}.${value}`], {
        defaultValue: value,
      }),
    /** A field in the history: one of a variation stands under the variation's title. */
    inHistory: (path: string): string | undefined => {
      const [, title, part] = /^variation_options\.(.+)\.(\w+)$/.exec(path) ?? [];
      const name = part ?? path;
      if (!keysOf(name).some((one) => i18n.exists(one))) return undefined;
      return title ? `${title}: ${field(name)}` : field(name);
    },
  };
}
