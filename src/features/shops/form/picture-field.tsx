import { ImageUp, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type Control, Field } from '@/components/inputs/field';
import { DropZone } from '@/components/media/drop-zone';
import { FocusPicker } from '@/components/media/focus-picker';
import { Button } from '@/components/ui/button';
import type { Attachment } from '@/contract/core/define';
import { shops } from '@/contract/shops';
import { fileUrl } from '@/lib/api/client';
import { useFormField } from '@/lib/form/use-form-field';
import { pictureTypes } from '@/lib/format/picture-types';
import { pictureIn } from '@/lib/format/pictures';
import { useLabels } from '@/lib/i18n/labels';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';

interface PictureFieldProps {
  form: UseFormReturn<FieldValues>;
  name: 'logo' | 'cover_image';
  /** Width by height. */
  ratio: number;
  className: string;
}

export function PictureField({ form, name, ratio, className }: PictureFieldProps) {
  const { t } = useTranslation('form');
  const labels = useLabels(shops);
  const { open } = useModalActions();
  const { upload_max_filesize: maxKib } = useSettings().server_info;
  const { field, error } = useFormField(form, name);
  const megabytes = Math.max(1, Math.floor(maxKib / 1024));
  const picture = pictureIn(field.value);
  const label = labels.field(name);

  function handleFiles([file]: readonly File[]) {
    if (!file) return;
    if (!pictureTypes.includes(file.type)) return refuse(t('form:upload.wrong-type'));
    if (file.size > maxKib * 1024) return refuse(t('form:upload.too-large', { size: megabytes }));
    form.clearErrors(name);
    open('CROPPER_PHOTO', { file, ratio, onDone: (stored) => field.onChange(stored) });
  }
  const refuse = (text: string) => form.setError(name, { type: 'upload', message: text });

  return (
    <Field id={`field-${name}`} label={label} hint={labels.hint(name)} error={error}>
      {(control) =>
        picture ? (
          <ChosenPicture
            control={control}
            label={label}
            className={className}
            picture={picture}
            onFocus={name === 'cover_image' ? (focus) => field.onChange({ ...picture, focus }) : undefined}
            onFiles={handleFiles}
            onRemove={() => field.onChange(null)}
          />
        ) : (
          <DropZone
            control={control}
            label={label}
            megabytes={megabytes}
            percent={undefined}
            onFiles={handleFiles}
          />
        )
      }
    </Field>
  );
}

interface ChosenPictureProps {
  control: Control;
  label: string;
  className: string;
  picture: Attachment;
  /** Gets the point that stays visible when the picture is cropped. */
  onFocus: ((focus: Attachment['focus']) => void) | undefined;
  onFiles: (files: readonly File[]) => void;
  onRemove: () => void;
}

function ChosenPicture(props: ChosenPictureProps) {
  const { control, label, className, picture, onFocus, onFiles, onRemove } = props;
  const { t } = useTranslation(['shops', 'form']);
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="grid justify-items-start gap-2">
      {onFocus ? (
        <>
          <FocusPicker
            picture={picture}
            className={className}
            label={t('form:upload.focus', { name: label })}
            onChange={onFocus}
          />
          <p className="text-small text-ink-second">{t('form:upload.focus-hint')}</p>
        </>
      ) : (
        <img
          src={fileUrl(picture.original)}
          alt={label}
          className={`border border-line bg-sunken object-cover ${className}`}
        />
      )}
      <span className="flex flex-wrap gap-2">
        <Button
          id={control.id}
          aria-describedby={control['aria-describedby']}
          size="small"
          icon={<ImageUp className="size-4" />}
          onClick={() => chooser.current?.click()}
        >
          {t('shops:shops.replace')}
        </Button>
        <Button
          size="small"
          variant="ghost"
          aria-label={t('shops:shops.remove-picture', { name: label })}
          icon={<Trash2 className="size-4" />}
          onClick={onRemove}
        />
      </span>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={pictureTypes.join(',')}
        aria-label={label}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
    </div>
  );
}
