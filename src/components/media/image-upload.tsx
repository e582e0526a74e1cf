import { Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { Control } from '@/components/inputs/field';
import { Button } from '@/components/ui/button';
import type { Attachment } from '@/contract/core/define';
import { fileUrl } from '@/lib/api/client';
import { useUpload } from '@/lib/hooks/use-upload';
import { DropZone } from './drop-zone';
import { FocusPicker } from './focus-picker';

interface ImageUploadProps {
  control: Control;
  /** Name of the picture for screen readers. */
  label: string;
  value: Attachment | null;
  /** Maximum file size in KiB, from the settings. */
  maxKib: number;
  /** The person points at what stays visible where it is cropped. */
  isCropped?: boolean | undefined;
  onChange: (value: Attachment | null) => void;
  /** Gets the translated message of a rejected file. */
  onError: (text: string | undefined) => void;
}

/** One picture, uploaded when dropped or chosen; invalid files are rejected before the upload. */
export function ImageUpload(props: ImageUploadProps) {
  const { control, label, value, maxKib, isCropped, onChange, onError } = props;
  const { t } = useTranslation('form');
  const { send, percent, megabytes } = useUpload(maxKib, onError);

  async function handleFiles([file]: File[]) {
    const [stored] = await send(file ? [file] : []);
    if (stored) onChange(stored);
  }

  if (value && percent === undefined) {
    return (
      <div className="relative overflow-hidden rounded-card border border-line bg-sunken">
        {isCropped ? (
          <>
            <FocusPicker
              picture={value}
              label={t('form:upload.focus', { name: label })}
              className="mx-auto w-fit max-w-full border-0 [&>img]:h-40 [&>img]:w-auto"
              onChange={(focus) => onChange({ ...value, focus })}
            />
            <p className="bg-surface px-3 py-2 text-small text-ink-second">{t('form:upload.focus-hint')}</p>
          </>
        ) : (
          <img
            src={fileUrl(value.thumbnail || value.original)}
            alt={label}
            className="mx-auto h-32 max-w-full object-contain"
          />
        )}
        <Button
          size="small"
          className="absolute end-2 top-2"
          aria-label={t('form:upload.remove')}
          icon={<Trash2 className="size-4" />}
          onClick={() => onChange(null)}
        />
      </div>
    );
  }
  return (
    <DropZone
      control={control}
      label={label}
      megabytes={megabytes}
      percent={percent}
      onFiles={(files) => void handleFiles(files)}
    />
  );
}
