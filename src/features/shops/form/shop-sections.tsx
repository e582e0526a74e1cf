import { useTranslation } from 'next-i18next/pages';
import type { FieldErrors } from 'react-hook-form';
import { FormSections } from '@/components/form/form-sections';

interface ShopSectionsProps {
  sections: readonly string[];
  errors: FieldErrors;
}

/** Paths of a section's fields, for its error mark and the list of errors. */
export const sectionFields: Record<string, readonly string[]> = {
  main: ['name', 'slug', 'description', 'categories', 'owner_id'],
  address: ['address', 'settings.location'],
  contacts: ['settings.contact', 'settings.website', 'settings.socials'],
  schedule: ['settings.schedule'],
  delivery: [
    ...['settings.handling_days', 'settings.assembly_hours', 'settings.cut_off', 'settings.delivery_note'],
    'settings.notifications',
  ],
  requisites: ['requisites'],
};

export function ShopSections({ sections, errors }: ShopSectionsProps) {
  const { t } = useTranslation('shops');
  return (
    <FormSections
      label={t('shops:shops.sections')}
      wrongLabel={t('shops:shops.section-wrong')}
      sections={sections.map((name) => ({
        name,
        title: t(`shops:shops.${name}`),
        paths: sectionFields[name],
      }))}
      errors={errors}
    />
  );
}
