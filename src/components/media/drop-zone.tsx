import { ImageUp } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { Control } from '@/components/inputs/field';
import { pictureTypes } from '@/lib/format/picture-types';
import { useDrop } from './use-drop';

interface DropZoneProps {
  control: Control;
  label: string;
  isMultiple?: boolean;
  /** Small variant between pictures. */
  isTile?: boolean;
  megabytes: number;
  /** Progress of the upload; undefined while there is none. */
  percent: number | undefined;
  onFiles: (files: File[]) => void;
}

/** Accepts dropped or chosen pictures and shows the progress of their upload. */
export function DropZone(props: DropZoneProps) {
  const { control, label, isMultiple = false, isTile = false, megabytes, percent, onFiles } = props;
  const { t } = useTranslation('form');
  const { isOver, handlers } = useDrop((files) => onFiles([...files].slice(0, isMultiple ? undefined : 1)));

  return (
    <label
      className={`relative flex flex-col items-center justify-center gap-1 rounded-card border border-dashed text-center transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${
        isTile ? 'aspect-square p-2' : 'min-h-36 px-4 py-5'
      } ${isOver ? 'border-accent bg-accent-soft' : 'border-ink-third/60 hover:border-accent hover:bg-sunken'} ${
        control['aria-invalid'] ? 'border-bad' : ''
      }`}
      {...handlers}
    >
      <input
        {...control}
        type="file"
        accept={pictureTypes.join(',')}
        multiple={isMultiple}
        aria-label={label}
        disabled={percent !== undefined}
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Allows choosing the same file again after a rejection.
          target.value = '';
        }}
      />
      <ImageUp className="size-6 text-accent-ink" strokeWidth={1.75} />
      {percent !== undefined ? (
        <span className="w-full max-w-48">
          <progress
            aria-label={t('form:upload.sending')}
            value={percent}
            max={100}
            className="h-1.5 w-full accent-accent"
          />
          <span className="block text-small text-ink-second">{t('form:upload.percent', { percent })}</span>
        </span>
      ) : isTile ? (
        <span className="text-small font-medium text-accent-ink">{t('form:upload.more')}</span>
      ) : (
        <>
          <span className="font-medium text-accent-ink">
            {t(isMultiple ? 'form:upload.choose-many' : 'form:upload.choose')}
          </span>
          <span className="text-small text-ink-second">{t('form:upload.hint', { size: megabytes })}</span>
        </>
      )}
    </label>
  );
}
