import { useTranslation } from 'next-i18next/pages';
import { Checkbox } from '@/components/inputs/checkbox';
import type { TypedField } from './fill';
import type { MatrixStore } from './matrix-store';
import { useShape } from './use-matrix';
import type { MatrixWords } from './use-matrix-words';

interface GridHeadProps {
  store: MatrixStore;
  fields: readonly TypedField[];
  words: MatrixWords;
  className: string;
}

const required: readonly TypedField[] = ['price', 'quantity', 'sku'];

/** Names of the columns, and a tick for all rows that are shown. */
export function GridHead({ store, fields, words, className }: GridHeadProps) {
  const { t } = useTranslation('form');
  const { shown, ticked } = useShape(store);
  const count = shown.filter((key) => ticked.has(key)).length;
  const isAll = count > 0 && count === shown.length;
  return (
    <thead className="sticky top-0 z-30 block">
      <tr
        aria-rowindex={1}
        className={`h-9.5 border-b border-line bg-surface text-small font-medium text-ink-second ${className}`}
      >
        <th scope="col" className="start-0 bg-surface text-start group-data-wide/grid:sticky">
          <Checkbox
            ref={(input) => {
              if (input) input.indeterminate = count > 0 && !isAll;
            }}
            label={t('form:products.variations.variation')}
            aria-label={t('form:products.variations.tick-all')}
            checked={isAll}
            disabled={shown.length === 0}
            onChange={() => store.tick(shown, !isAll)}
          />
        </th>
        {fields.map((field) => (
          <th
            key={field}
            scope="col"
            className={
              field === 'sku' || field === 'barcode'
                ? 'px-2 text-start font-medium whitespace-nowrap'
                : 'px-2 text-end font-medium whitespace-nowrap'
            }
          >
            {words[field]}
            {required.includes(field) && (
              <span aria-hidden="true" className="text-bad" title={t('form:required')}>
                {' *'}
              </span>
            )}
          </th>
        ))}
        {(['picture', 'on-sale', 'more', 'exclude'] as const).map((name) => (
          <th key={name} scope="col">
            <span className="sr-only">{t(`form:products.variations.${name}`)}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}
