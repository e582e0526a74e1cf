import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import type { Attachment } from '@/contract/core/define';
import { ImagesUpload } from './images-upload';

interface ImagesFieldProps {
  id: string;
  label: string;
  /** Maximum file size in KiB, from the settings. */
  maxKib: number;
  value: readonly Attachment[];
  onChange: (images: Attachment[]) => void;
}

/** A field of pictures; it shows itself why a file was refused. */
export function ImagesField({ id, label, ...upload }: ImagesFieldProps) {
  const [wrongFile, setWrongFile] = useState<string>();
  return (
    <Field id={id} label={label} error={wrongFile}>
      {(control) => <ImagesUpload control={control} label={label} {...upload} onError={setWrongFile} />}
    </Field>
  );
}
