import { FileCheck, Upload } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useId, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Checkbox } from '@/components/inputs/checkbox';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Switch } from '@/components/inputs/switch';
import { buttonClass } from '@/components/ui/button-style';
import { Popover } from '@/components/ui/popover';
import { Spinner } from '@/components/ui/spinner';
import { uploadTypes } from '@/contract/core/files/upload-types';
import { fileUrl } from '@/lib/api/client';
import { useUpload } from '@/lib/hooks/use-upload';
import { useSettings } from '@/state/settings';
import type { MatrixStore } from './matrix-store';
import { PictureChoice } from './picture-choice';
import { isColour, Swatch } from './swatch';
import { useCellError, useIsTicked, useRowField } from './use-matrix';

interface ToolProps {
  store: MatrixStore;
  rowKey: string;
  title: string;
}

// Row icons are CSS backgrounds: hundreds of SVG elements slow down typing.
const squareClass =
  'grid size-8 shrink-0 place-items-center rounded-control text-ink-second transition-colors hover:bg-line-faint hover:text-ink pointer-coarse:size-10';

/** Picture of a variation: one of the product's or a new one. */
export function PictureTool({
  store,
  rowKey,
  title,
  form,
}: ToolProps & { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('catalogue');
  const image = useRowField(store, rowKey, 'image');
  return (
    <Popover
      label={t('catalogue:products.variations.picture-of', { title })}
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

export function SaleTool({ store, rowKey, title }: ToolProps) {
  const { t } = useTranslation('catalogue');
  const isOff = useRowField(store, rowKey, 'is_disable') ?? false;
  return (
    <Switch
      isOn={!isOff}
      aria-label={t('catalogue:products.variations.on-sale-of', { title })}
      onChange={(isOn) => store.edit(rowKey, { is_disable: !isOn })}
    />
  );
}

/** Rarely used fields: barcode and digital file. */
export function MoreTool({ store, rowKey, title }: ToolProps) {
  const { t } = useTranslation('catalogue');
  const barcode = useCellError(store, rowKey, 'barcode');
  const file = useCellError(store, rowKey, 'digital_file');
  const hasBarcode = useRowField(store, rowKey, 'barcode') !== '';
  const isDigital = useRowField(store, rowKey, 'is_digital') ?? false;
  const tone = barcode || file ? 'bg-bad' : 'bg-accent';
  const isMarked = barcode || file || hasBarcode || isDigital;
  return (
    <Popover
      label={t(`catalogue:products.variations.${barcode || file ? 'more-wrong-of' : 'more-of'}`, { title })}
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

export function RowTitle({ store, rowKey, title }: ToolProps) {
  const { t } = useTranslation('catalogue');
  const isTicked = useIsTicked(store, rowKey);
  const isOff = useRowField(store, rowKey, 'is_disable') ?? false;
  const { names } = store.shape();
  const metas = useRowField(store, rowKey, 'valueIds')?.map((id) => names.get(id)?.meta ?? '') ?? [];
  return (
    <Checkbox
      className="min-w-0 flex-1"
      aria-label={t('catalogue:products.variations.tick-one', { title })}
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

interface RowMoreProps {
  store: MatrixStore;
  rowKey: string;
  /** The barcode has a column of its own. */
  isFileOnly?: boolean;
}

export function RowMore({ store, rowKey, isFileOnly = false }: RowMoreProps) {
  const { t } = useTranslation(['catalogue', 'form']);
  const id = useId();
  const barcode = useRowField(store, rowKey, 'barcode') ?? '';
  const barcodeError = useCellError(store, rowKey, 'barcode');
  return (
    <div className={isFileOnly ? '' : 'w-72 max-w-[calc(100vw-2.5rem)] p-2'}>
      {!isFileOnly && (
        <Field
          as={Input}
          id={`${id}-barcode`}
          label={t('catalogue:products.variations.barcode')}
          error={barcodeError && t(`form:${barcodeError}`)}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxLength={32}
          value={barcode}
          onChange={(event) => store.edit(rowKey, { barcode: event.target.value })}
          onBlur={() => store.touch(rowKey, 'barcode')}
        />
      )}
      <DigitalFile store={store} rowKey={rowKey} id={id} />
    </div>
  );
}

// Extensions, since browsers lack media types for some of these.
const accept = [...Object.keys(uploadTypes).map((kind) => `.${kind}`), '.jpg'].join(',');
/** The server checks the type. */
const variationFiles = { isAllowed: () => true, texts: 'form:upload' };

function DigitalFile({ store, rowKey, id }: { store: MatrixStore; rowKey: string; id: string }) {
  const { t } = useTranslation(['catalogue', 'form']);
  const isDigital = useRowField(store, rowKey, 'is_digital') ?? false;
  const file = useRowField(store, rowKey, 'digital_file');
  const error = useCellError(store, rowKey, 'digital_file');
  const { upload_max_filesize: maxKib } = useSettings().server_info;
  const [refused, setRefused] = useState<string>();
  const { send, percent } = useUpload(maxKib, setRefused, variationFiles);
  const isSending = percent !== undefined;
  const problem = refused ?? (error && t(`form:${error}`));
  const handleFile = async (chosen: File) => {
    const [stored] = await send([chosen]);
    if (!stored) return;
    store.edit(rowKey, { digital_file: { attachment_id: stored.id, file_name: stored.file_name ?? '' } });
  };
  return (
    <>
      <Checkbox
        className="mt-2"
        label={t('catalogue:products.variations.digital')}
        checked={isDigital}
        onChange={(event) => store.edit(rowKey, { is_digital: event.target.checked })}
      />
      {isDigital && (
        <div className="mt-1">
          {file && (
            <p className="mb-2 flex items-center gap-2 text-small text-ink-second">
              <FileCheck className="size-4 shrink-0 text-good" />
              <span className="min-w-0 break-all">{file.file_name}</span>
            </p>
          )}
          <label
            className={`${buttonClass({ size: 'small' })} relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent`}
          >
            <input
              type="file"
              accept={accept}
              disabled={isSending}
              aria-invalid={problem !== undefined}
              aria-describedby={problem && `${id}-file-error`}
              className="sr-only"
              onChange={({ target }) => {
                const [chosen] = target.files ?? [];
                target.value = '';
                if (chosen) void handleFile(chosen);
              }}
            />
            {isSending ? <Spinner /> : <Upload className="size-4" />}
            {t(`catalogue:products.variations.${file ? 'other-file' : 'choose-file'}`)}
          </label>
          {problem && (
            <p
              id={`${id}-file-error`}
              role="alert"
              className="mt-1.5 max-w-72 text-small font-medium text-bad"
            >
              {problem}
            </p>
          )}
        </div>
      )}
    </>
  );
}
