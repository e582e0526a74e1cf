import { ImageUp, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import type { Attachment } from '@/contract/define';
import { api, fileUrl } from '@/lib/api';
import { messageKey, toClientError } from '@/lib/errors';
import { pictureTypes } from '@/lib/picture-types';
import { Button } from './button';
import type { Control } from './field';

interface ImageUploadProps {
  control: Control;
  /** Names the picture for screen readers. */
  label: string;
  value: Attachment | null;
  /** Largest file in KiB, from the settings. */
  maxKib: number;
  onChange: (value: Attachment | null) => void;
  /** Told what is wrong with a file, already translated. */
  onError: (text: string | undefined) => void;
}

/** One picture: dropped or chosen, sent at once with progress; wrong files are refused before they travel. */
export function ImageUpload({ control, label, value, maxKib, onChange, onError }: ImageUploadProps) {
  const { t } = useTranslation(['form', 'common']);
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number>();
  const [isOver, setIsOver] = useState(false);
  const megabytes = Math.max(1, Math.floor(maxKib / 1024));

  async function send(file: File | undefined) {
    if (!file) return;
    if (!pictureTypes.includes(file.type)) return onError(t('form:upload.wrong-type'));
    if (file.size > maxKib * 1024) return onError(t('form:upload.too-large', { size: megabytes }));
    onError(undefined);
    setPercent(0);
    try {
      const [stored] = await api.upload([file], setPercent);
      onChange(stored ?? null);
    } catch (error) {
      onError(t(messageKey(toClientError(error))));
    } finally {
      setPercent(undefined);
      if (input.current) input.current.value = '';
    }
  }

  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void send(event.dataTransfer.files[0]);
  };

  if (value && percent === undefined) {
    return (
      <div className="relative overflow-hidden rounded-card border border-line bg-sunken">
        <img
          src={fileUrl(value.thumbnail || value.original)}
          alt={label}
          className="mx-auto h-32 max-w-full object-contain"
        />
        <Button
          size="small"
          className="absolute end-2 top-2"
          aria-label={t('form:upload.remove')}
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          onClick={() => onChange(null)}
        />
      </div>
    );
  }
  return (
    <label
      className={`relative flex min-h-36 flex-col items-center justify-center gap-1 rounded-card border border-dashed px-4 py-5 text-center transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${
        isOver ? 'border-accent bg-accent-soft' : 'border-ink-third/60 hover:border-accent hover:bg-sunken'
      } ${control['aria-invalid'] ? 'border-bad' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      <input
        ref={input}
        {...control}
        type="file"
        accept={pictureTypes.join(',')}
        aria-label={label}
        disabled={percent !== undefined}
        className="sr-only"
        onChange={(event: ChangeEvent<HTMLInputElement>) => void send(event.target.files?.[0])}
      />
      <ImageUp aria-hidden="true" className="size-6 text-accent-ink" strokeWidth={1.75} />
      {percent === undefined ? (
        <>
          <span className="font-medium text-accent-ink">{t('form:upload.choose')}</span>
          <span className="text-small text-ink-second">{t('form:upload.hint', { size: megabytes })}</span>
        </>
      ) : (
        <span className="w-full max-w-48">
          <progress
            aria-label={t('form:upload.sending')}
            value={percent}
            max={100}
            className="h-1.5 w-full accent-accent"
          />
          <span className="block text-small text-ink-second">{t('form:upload.percent', { percent })}</span>
        </span>
      )}
    </label>
  );
}
