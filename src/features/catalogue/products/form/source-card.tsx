import { FileCheck, Upload } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Field } from '@/components/inputs/field';
import { buttonClass } from '@/components/ui/button-style';
import { Card } from '@/components/ui/card';
import { uploadTypes } from '@/contract/core/files/upload-types';
import { useFormField } from '@/lib/form/use-form-field';
import { useUpload } from '@/lib/hooks/use-upload';
import { useSettings } from '@/state/settings';
import { ProductField } from './product-field';
import { useFormWords } from './use-form-words';

const sources = ['goods', 'digital', 'external'] as const;

/** Fulfilment: shipped, digital file, or external site; mutually exclusive. */
export function SourceCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('catalogue');
  const words = useFormWords();
  const [isDigital, isExternal] = useWatch({
    control: form.control,
    name: ['is_digital', 'is_external'],
  });
  const source = isDigital ? 'digital' : isExternal ? 'external' : 'goods';
  const handleChange = (value: string) => {
    form.setValue('is_digital', value === 'digital', { shouldDirty: true });
    form.setValue('is_external', value === 'external', { shouldDirty: true });
    form.clearErrors(['is_external', 'digital_file', 'external_product_url', 'external_product_button_text']);
  };
  return (
    <Card title={t('catalogue:products.form.sections.source')} isForm>
      <ChoiceField
        id="field-source"
        label={words.field('source')}
        hint={words.hint(`source-${source}`)}
        value={source}
        values={sources}
        word={(value) => words.option('source', value)}
        onChange={handleChange}
      />
      {source === 'digital' && (
        <>
          <DigitalFile form={form} />
          <ProductField form={form} name="preview_url" kind="text" />
        </>
      )}
      {source === 'external' && (
        <>
          <ProductField form={form} name="external_product_url" kind="text" required />
          <ProductField form={form} name="external_product_button_text" kind="text" required />
        </>
      )}
    </Card>
  );
}

/** Extensions, since browsers lack media types for some of these; the server checks the content. */
const extensions = [...Object.keys(uploadTypes), 'jpg'];
const accept = extensions.map((one) => `.${one}`).join(',');
const productFiles = {
  isAllowed: ({ name }: File) => extensions.includes(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''),
  texts: 'catalogue:products.form.file',
};

function DigitalFile({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation(['catalogue', 'common', 'form']);
  const words = useFormWords();
  const { field, error, megabytes, percent, send } = useDigitalFile(form);

  return (
    <Field
      id="field-digital_file"
      label={words.field('digital_file')}
      hint={t('catalogue:products.form.file.hint', { size: megabytes })}
      error={error}
      isRequired
    >
      {({ 'aria-required': _required, ...control }) => (
        <div className="flex flex-wrap items-center gap-3">
          {field.value && (
            <span className="flex min-w-0 items-center gap-2">
              <FileCheck className="size-4.5 shrink-0 text-good" />
              <span className="min-w-0 break-all">{field.value.file_name}</span>
            </span>
          )}
          <label
            className={`${buttonClass({})} relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent`}
          >
            <input
              {...control}
              type="file"
              accept={accept}
              disabled={percent !== undefined}
              className="sr-only"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                // Lets the same file be chosen again after an error.
                target.value = '';
                if (file) void send(file);
              }}
            />
            <Upload className="size-4" />
            {t(`catalogue:products.form.file.${field.value ? 'replace' : 'choose'}`)}
          </label>
          {percent !== undefined && (
            <progress
              aria-label={t('catalogue:products.form.file.sending')}
              value={percent}
              max={100}
              className="h-1.5 w-40 accent-accent"
            />
          )}
        </div>
      )}
    </Field>
  );
}

function useDigitalFile(form: UseFormReturn<FieldValues>) {
  const { upload_max_filesize: maxKib } = useSettings().server_info;
  const { field, error } = useFormField(form, 'digital_file');
  const showError = (text: string | undefined) => {
    if (text) form.setError('digital_file', { type: 'upload', message: text });
    else form.clearErrors('digital_file');
  };
  const { send, ...upload } = useUpload(maxKib, showError, productFiles);
  const sendOne = async (file: File) => {
    const [stored] = await send([file]);
    if (stored) field.onChange({ attachment_id: stored.id, file_name: stored.file_name ?? file.name });
  };
  return { field, error, send: sendOne, ...upload };
}
