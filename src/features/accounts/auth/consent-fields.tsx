import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Checkbox } from '@/components/inputs/checkbox';
import { termsAndConditions } from '@/contract/settings/terms-and-conditions';
import type { Term } from '@/contract/settings/terms-and-conditions/schema';
import { api } from '@/lib/api/client';
import type { PartForm } from '@/lib/form/use-part-form';
import { useModalActions } from '@/state/modal';

const consents = ['accepts_personal_data', 'accepts_terms'] as const;

/** The marketplace's documents in force; undefined until they are known. */
export function useDocuments(): readonly Term[] | undefined {
  const { i18n } = useTranslation('accounts');
  const query = { search: 'type:global', limit: 20, language: i18n.language };
  const { data } = useQuery({
    queryKey: [termsAndConditions.name, 'in-force', query],
    queryFn: () => api.page(termsAndConditions.endpoint, query),
  });
  return data?.rows;
}

/** Both consents of a registration, with links to the documents they refer to; nothing where there are none. */
export function ConsentFields({ part }: { part: PartForm }) {
  const { t } = useTranslation('accounts');
  const documents = useDocuments();
  if (documents?.length === 0) return null;
  return (
    <div className="space-y-2">
      {consents.map((name) => {
        const error = part.errorOf(name);
        return (
          <div key={name}>
            <Checkbox
              label={t(`accounts:auth.${name}`)}
              className="items-start! py-1.5 *:first:mt-0.5"
              aria-invalid={error !== undefined}
              aria-describedby={error ? `${name}-error` : undefined}
              {...part.form.register(name)}
            />
            {error && (
              <p id={`${name}-error`} role="alert" className="text-small font-medium text-bad">
                {error}
              </p>
            )}
          </div>
        );
      })}
      <Documents documents={documents ?? []} />
    </div>
  );
}

/** A click opens the text. */
function Documents({ documents }: { documents: readonly Term[] }) {
  const { t } = useTranslation('accounts');
  const { open } = useModalActions();
  if (documents.length === 0) return null;
  return (
    <div className="text-small text-ink-second">
      <p>{t('accounts:auth.documents')}</p>
      <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
        {documents.map(({ id, title, description }) => (
          <li key={id}>
            <button
              type="button"
              aria-haspopup="dialog"
              className="rounded-badge text-start text-accent-ink underline decoration-accent/40 underline-offset-4 hover:decoration-accent pointer-coarse:min-h-10"
              onClick={() => open('DESCRIPTION_VIEW', { title, text: description, isRich: true })}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
