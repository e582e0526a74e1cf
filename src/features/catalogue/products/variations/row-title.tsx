import { useTranslation } from 'next-i18next/pages';
import { Checkbox } from '@/components/inputs/checkbox';
import type { MatrixStore } from './matrix-store';
import { isColour, Swatch } from './swatch';
import { useIsTicked, useRowPart } from './use-row';

interface RowTitleProps {
  store: MatrixStore;
  rowKey: string;
  title: string;
}

/** The tick of a variation, its colours and its name. */
export function RowTitle({ store, rowKey, title }: RowTitleProps) {
  const { t } = useTranslation('form');
  const isTicked = useIsTicked(store, rowKey);
  const isOff = useRowPart(store, rowKey, 'is_disable') ?? false;
  const { names } = store.shape();
  const metas = useRowPart(store, rowKey, 'valueIds')?.map((id) => names.get(id)?.meta ?? '') ?? [];
  return (
    <Checkbox
      className="min-w-0 flex-1"
      aria-label={t('form:products.variations.tick-one', { title })}
      checked={isTicked}
      onChange={(event) => store.tick([rowKey], event.target.checked)}
      label={
        <span className="flex min-w-0 items-center gap-1.5">
          {metas.filter(isColour).map((meta) => (
            <Swatch key={meta} meta={meta} />
          ))}
          <span
            title={title}
            className={`line-clamp-2 font-medium break-words ${isOff ? 'text-ink-third' : ''}`}
          >
            {title}
          </span>
        </span>
      }
    />
  );
}
