import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Switch } from '@/components/inputs/switch';
import { Popover } from '@/components/ui/popover';
import { fileUrl } from '@/lib/api/client';
import type { MatrixStore } from './matrix-store';
import { PictureChoice } from './picture-choice';
import { RowMore } from './row-more';
import { useCellError, useRowPart } from './use-row';

interface ToolProps {
  store: MatrixStore;
  rowKey: string;
  title: string;
}

// Icons of the rows are backgrounds: each picture of its own in a page costs time with every letter, and these are many.
const squareClass =
  'grid size-8 shrink-0 place-items-center rounded-control text-ink-second transition-colors hover:bg-line-faint hover:text-ink pointer-coarse:size-10';

/** The picture of a variation: one of the product's or a new one. */
export function PictureTool({
  store,
  rowKey,
  title,
  form,
}: ToolProps & { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('form');
  const image = useRowPart(store, rowKey, 'image');
  return (
    <Popover
      label={t('form:products.variations.picture-of', { title })}
      className={`${squareClass} border ${image ? 'overflow-hidden border-line' : 'border-dashed border-ink-third/60'}`}
      content={
        image ? (
          <img
            src={fileUrl(image.thumbnail || image.original)}
            alt=""
            loading="lazy"
            className="size-full object-cover"
          />
        ) : (
          <span aria-hidden="true" className="icon-add-picture size-4" />
        )
      }
    >
      {(close) => (
        <PictureChoice
          form={form}
          value={image ?? null}
          onChange={(picture) => {
            store.edit(rowKey, { image: picture });
            close();
          }}
        />
      )}
    </Popover>
  );
}

/** Whether the variation is on sale. */
export function SaleTool({ store, rowKey, title }: ToolProps) {
  const { t } = useTranslation('form');
  const isOff = useRowPart(store, rowKey, 'is_disable') ?? false;
  return (
    <Switch
      isOn={!isOff}
      aria-label={t('form:products.variations.on-sale-of', { title })}
      onChange={(isOn) => store.edit(rowKey, { is_disable: !isOn })}
    />
  );
}

/** What few variations have: a barcode of their own, a file that is sold. */
export function MoreTool({ store, rowKey, title }: ToolProps) {
  const { t } = useTranslation('form');
  const barcode = useCellError(store, rowKey, 'barcode');
  const file = useCellError(store, rowKey, 'digital_file');
  const hasBarcode = useRowPart(store, rowKey, 'barcode') !== '';
  const isDigital = useRowPart(store, rowKey, 'is_digital') ?? false;
  const tone = barcode || file ? 'bg-bad' : 'bg-accent';
  const isMarked = barcode || file || hasBarcode || isDigital;
  return (
    <Popover
      label={t(`form:products.variations.${barcode || file ? 'more-wrong-of' : 'more-of'}`, { title })}
      className={`${squareClass} ${isMarked ? 'relative' : ''}`}
      content={
        <>
          <span aria-hidden="true" className="icon-more size-4" />
          {isMarked && (
            <span aria-hidden="true" className={`absolute end-1 top-1 size-1.5 rounded-full ${tone}`} />
          )}
        </>
      }
    >
      {() => <RowMore store={store} rowKey={rowKey} />}
    </Popover>
  );
}
