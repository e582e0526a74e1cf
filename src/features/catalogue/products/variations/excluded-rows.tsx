import { ChevronDown, Undo2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { titleOf } from './matrix';
import type { MatrixStore } from './matrix-store';
import { useShape } from './use-matrix';

/** More are only counted: all of them come back at once. */
const maxNamed = 60;

/** Combinations that the product does not come in, each a click away. */
export function ExcludedRows({ store }: { store: MatrixStore }) {
  const { t } = useTranslation('form');
  const id = useId();
  const { excluded, names } = useShape(store);
  const [isOpen, setOpen] = useState(false);
  if (excluded.length === 0) return null;
  return (
    <div className="mt-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="inline-flex min-h-8.5 items-center gap-1.5 rounded-control font-medium text-accent-ink hover:underline pointer-coarse:min-h-10"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown
          aria-hidden="true"
          className={`size-4 transition-transform ${isOpen ? '' : '-rotate-90 rtl:rotate-90'}`}
        />
        {t('form:products.variations.excluded', { count: excluded.length })}
      </button>
      {isOpen && (
        <div id={id} className="mt-1">
          <ul className="flex flex-wrap gap-1.5">
            {excluded.slice(0, maxNamed).map((row) => {
              const title = titleOf(row, names);
              return (
                <li key={row.key}>
                  <button
                    type="button"
                    aria-label={t('form:products.variations.bring-back-one', { title })}
                    title={row.id === undefined ? undefined : t('form:products.variations.goes-when-saved')}
                    className="inline-flex min-h-7.5 max-w-full items-center gap-1.5 rounded-badge bg-line-faint px-2.5 text-small font-medium text-ink-second transition-colors hover:bg-accent-soft hover:text-accent-ink pointer-coarse:min-h-10"
                    onClick={() => store.exclude([row.key], false)}
                  >
                    <span className={`truncate ${row.id === undefined ? '' : 'line-through'}`}>{title}</span>
                    <Undo2 aria-hidden="true" className="size-3.5 shrink-0" />
                  </button>
                </li>
              );
            })}
          </ul>
          <div className="mt-2 flex flex-wrap items-center gap-3">
            {excluded.length > maxNamed && (
              <span className="text-small text-ink-second">
                {t('form:products.variations.and-more', { count: excluded.length - maxNamed })}
              </span>
            )}
            <Button
              size="small"
              onClick={() =>
                store.exclude(
                  excluded.map(({ key }) => key),
                  false,
                )
              }
            >
              {t('form:products.variations.bring-back-all')}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
