import { FileCheck, Upload } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useId } from 'react';
import { Checkbox } from '@/components/inputs/checkbox';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { buttonClass } from '@/components/ui/button-style';
import { Spinner } from '@/components/ui/spinner';
import type { MatrixStore } from './matrix-store';
import { useFileUpload } from './use-file-upload';
import { useCellError, useRowPart } from './use-row';

interface RowMoreProps {
  store: MatrixStore;
  rowKey: string;
  /** The barcode stands elsewhere. */
  isFileOnly?: boolean;
}

/** The barcode of a variation, and the file that is sold with it. */
export function RowMore({ store, rowKey, isFileOnly = false }: RowMoreProps) {
  const { t } = useTranslation('form');
  const id = useId();
  const barcode = useRowPart(store, rowKey, 'barcode') ?? '';
  const barcodeError = useCellError(store, rowKey, 'barcode');
  return (
    <div className={isFileOnly ? '' : 'w-72 max-w-[calc(100vw-2.5rem)] p-2'}>
      {!isFileOnly && (
        <Field
          id={`${id}-barcode`}
          label={t('form:products.variations.barcode')}
          error={barcodeError && t(`form:${barcodeError}`)}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              dir="ltr"
              maxLength={32}
              value={barcode}
              onChange={(event) => store.edit(rowKey, { barcode: event.target.value })}
              onBlur={() => store.touch(rowKey, 'barcode')}
            />
          )}
        </Field>
      )}
      <DigitalFile store={store} rowKey={rowKey} id={id} />
    </div>
  );
}

function DigitalFile({ store, rowKey, id }: { store: MatrixStore; rowKey: string; id: string }) {
  const { t } = useTranslation('form');
  const isDigital = useRowPart(store, rowKey, 'is_digital') ?? false;
  const file = useRowPart(store, rowKey, 'digital_file');
  const error = useCellError(store, rowKey, 'digital_file');
  const upload = useFileUpload((stored) =>
    store.edit(rowKey, { digital_file: { attachment_id: stored.id, file_name: stored.file_name ?? '' } }),
  );
  const problem = upload.problem ?? (error && t(`form:${error}`));
  return (
    <>
      <Checkbox
        className="mt-2"
        label={t('form:products.variations.digital')}
        checked={isDigital}
        onChange={(event) => store.edit(rowKey, { is_digital: event.target.checked })}
      />
      {isDigital && (
        <div className="mt-1">
          {file && (
            <p className="mb-2 flex items-center gap-2 text-small text-ink-second">
              <FileCheck aria-hidden="true" className="size-4 shrink-0 text-good" />
              <span className="min-w-0 break-all">{file.file_name}</span>
            </p>
          )}
          <label
            className={`${buttonClass({ size: 'small' })} relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent`}
          >
            <input
              type="file"
              accept={upload.accept}
              disabled={upload.isSending}
              aria-invalid={problem !== undefined}
              aria-describedby={problem && `${id}-file-error`}
              className="sr-only"
              onChange={({ target }) => {
                const [chosen] = target.files ?? [];
                target.value = '';
                if (chosen) void upload.send(chosen);
              }}
            />
            {upload.isSending ? <Spinner /> : <Upload aria-hidden="true" className="size-4" />}
            {t(`form:products.variations.${file ? 'other-file' : 'choose-file'}`)}
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
