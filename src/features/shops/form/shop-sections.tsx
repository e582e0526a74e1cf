import { useTranslation } from 'next-i18next/pages';
import { type FieldErrors, get } from 'react-hook-form';

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

/** Table of contents of a long form, which marks sections with errors. */
export function ShopSections({ sections, errors }: ShopSectionsProps) {
  const { t } = useTranslation('shops');
  return (
    <nav
      aria-label={t('shops:shops.sections')}
      className="sticky top-18 hidden rounded-card border border-line bg-surface p-2 desk:block"
    >
      <ul>
        {sections.map((name) => {
          const isWrong = sectionFields[name]?.some((path) => get(errors, path) !== undefined);
          return (
            <li key={name}>
              <a
                href={`#${name}`}
                className="flex h-8 pointer-coarse:h-10 items-center justify-between rounded-control px-2.5 text-ink-second hover:bg-sunken hover:text-ink"
              >
                {t(`shops:shops.${name}`)}
                {isWrong && (
                  <span
                    role="img"
                    aria-label={t('shops:shops.section-wrong')}
                    className="size-2 rounded-full bg-bad"
                  />
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
