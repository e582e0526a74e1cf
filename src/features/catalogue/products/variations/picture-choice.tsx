import { Trash2, Upload } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { buttonClass } from '@/components/ui/button-style';
import type { Attachment } from '@/contract/core/define';
import { fileUrl } from '@/lib/api/client';
import { pictureTypes } from '@/lib/format/picture-types';
import { pictureIn, picturesIn } from '@/lib/format/pictures';
import { useUpload } from '@/lib/hooks/use-upload';
import { useSettings } from '@/state/settings';

interface PictureChoiceProps {
  form: UseFormReturn<FieldValues>;
  value: Attachment | null;
  onChange: (picture: Attachment | null) => void;
}

export function PictureChoice({ form, value, onChange }: PictureChoiceProps) {
  const { t } = useTranslation(['catalogue', 'form']);
  const { upload_max_filesize: maxKib } = useSettings().server_info;
  const [problem, setProblem] = useState<string>();
  const { send, percent } = useUpload(maxKib, setProblem);
  const main = pictureIn(form.getValues('image'));
  const known = [...(main ? [main] : []), ...picturesIn(form.getValues('gallery'))];
  const pictures = known.filter(({ id }, place) => known.findIndex((one) => one.id === id) === place);

  async function handleFile(file: File) {
    const [stored] = await send([file]);
    if (stored) onChange(stored);
  }

  return (
    <div className="w-64 max-w-[calc(100vw-2.5rem)] p-2">
      {pictures.length > 0 && <KnownPictures pictures={pictures} value={value} onChange={onChange} />}
      <div className="flex flex-wrap gap-2">
        <label
          className={`${buttonClass({ size: 'small' })} relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent`}
        >
          <input
            type="file"
            accept={pictureTypes.join(',')}
            disabled={percent !== undefined}
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              target.value = '';
              if (file) void handleFile(file);
            }}
          />
          <Upload className="size-4" />
          {percent === undefined
            ? t('catalogue:products.variations.upload-picture')
            : t('form:upload.percent', { percent })}
        </label>
        {value && (
          <Button
            variant="ghost"
            size="small"
            icon={<Trash2 className="size-4" />}
            onClick={() => onChange(null)}
          >
            {t('catalogue:products.variations.no-picture')}
          </Button>
        )}
      </div>
      {problem && (
        <p role="alert" className="mt-2 text-small font-medium text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

interface KnownPicturesProps extends Omit<PictureChoiceProps, 'form'> {
  pictures: Attachment[];
}

function KnownPictures({ pictures, value, onChange }: KnownPicturesProps) {
  const { t } = useTranslation('catalogue');
  return (
    <>
      <p className="text-small text-ink-second">{t('catalogue:products.variations.from-product')}</p>
      <ul className="mt-1.5 mb-3 grid grid-cols-4 gap-1.5">
        {pictures.map((picture, place) => (
          <li key={picture.id}>
            <button
              type="button"
              aria-pressed={picture.id === value?.id}
              aria-label={t('catalogue:products.variations.picture-number', { number: place + 1 })}
              className="block aspect-square w-full overflow-hidden rounded-control border border-line bg-sunken aria-pressed:border-accent aria-pressed:ring-2 aria-pressed:ring-accent"
              onClick={() => onChange(picture)}
            >
              <img
                src={fileUrl(picture.thumbnail || picture.original)}
                alt=""
                className="size-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
