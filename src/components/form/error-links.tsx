import { useTranslation } from 'next-i18next/pages';
import { type FieldPlace, groupPlaces } from '@/components/form/form-errors';

interface ErrorLinksProps {
  count: number;
  places: readonly FieldPlace[];
  /** Leads to a field; without it the fields are only named: they stand elsewhere. */
  onGo?: (path: string) => void;
}

/** How many errors there are, and the way to each: `3 errors · Price and stock: Price, Quantity · SEO: Title`. */
export function ErrorLinks({ count, places, onGo }: ErrorLinksProps) {
  const { t } = useTranslation('form');
  return (
    <p className="max-h-11 overflow-y-auto font-medium text-bad pointer-coarse:max-h-20">
      {t('form:errors-count', { count })}
      {groupPlaces(places).map(({ heading, fields }) => (
        <span key={heading ?? fields[0]?.label}>
          {' · '}
          {heading && `${heading}: `}
          {fields.map(({ label, path }, index) => (
            <span key={label}>
              {index > 0 && ', '}
              {onGo && path !== undefined ? (
                <button
                  type="button"
                  onClick={() => onGo(path)}
                  className="relative touch-target rounded-badge underline decoration-bad/40 underline-offset-3 hover:decoration-bad"
                >
                  {label}
                </button>
              ) : (
                label
              )}
            </span>
          ))}
        </span>
      ))}
    </p>
  );
}
