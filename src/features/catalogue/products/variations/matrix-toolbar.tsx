import { Barcode, PaintBucket, Undo2, X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Select } from '@/components/inputs/select';
import { Button } from '@/components/ui/button';
import type { MatrixStore } from './matrix-store';
import { useShape } from './use-matrix';

interface MatrixToolbarProps {
  store: MatrixStore;
  isFilling: boolean;
  fillId: string;
  onFill: () => void;
  /** Undefined where barcodes are always shown. */
  hasBarcodes: boolean | undefined;
  onBarcodes: () => void;
}

/** What is shown of the variations, and what can be done with many of them. */
export function MatrixToolbar(props: MatrixToolbarProps) {
  const { store, isFilling, fillId, onFill, hasBarcodes, onBarcodes } = props;
  const { t } = useTranslation('form');
  const { attributes, filter, ticked, canUndo } = useShape(store);
  const choosable = attributes.filter(({ values }) => values.length > 1);
  return (
    <div className="isolate flex flex-wrap items-center gap-2">
      {choosable.map(({ id, name, values }) => (
        <Select
          key={id}
          aria-label={t('form:products.variations.show-of', { name })}
          className="max-w-44"
          value={filter[id] ?? ''}
          options={[
            { value: '', label: t('form:products.variations.all-of', { name }) },
            ...values.map((one) => ({ value: String(one.id), label: one.value })),
          ]}
          onChange={({ target }) => store.show(id, target.value === '' ? undefined : Number(target.value))}
        />
      ))}
      <Button
        aria-expanded={isFilling}
        aria-controls={fillId}
        icon={<PaintBucket aria-hidden="true" className="size-4" />}
        onClick={onFill}
      >
        {t('form:products.variations.fill')}
      </Button>
      {hasBarcodes !== undefined && (
        <Button
          variant="ghost"
          aria-pressed={hasBarcodes}
          className={hasBarcodes ? 'bg-accent-soft! text-accent-ink!' : ''}
          icon={<Barcode aria-hidden="true" className="size-4" />}
          onClick={onBarcodes}
        >
          {t('form:products.variations.barcodes')}
        </Button>
      )}
      {ticked.size > 0 && (
        <Button
          variant="ghost"
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={() => store.exclude([...ticked], true)}
        >
          {t('form:products.variations.exclude-ticked', { count: ticked.size })}
        </Button>
      )}
      {canUndo && (
        <Button
          variant="ghost"
          icon={<Undo2 aria-hidden="true" className="size-4 rtl:-scale-x-100" />}
          onClick={() => store.undo()}
        >
          {t('form:products.variations.undo')}
        </Button>
      )}
    </div>
  );
}
