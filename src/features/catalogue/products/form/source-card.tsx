import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { RadioGroup } from '@/components/inputs/radio-group';
import { Card } from '@/components/ui/card';
import { DigitalFile } from './digital-file';
import { ProductField } from './product-field';
import { useFormWords } from './use-form-words';

const sources = ['goods', 'digital', 'external'] as const;

/** How the buyer gets it: in a parcel, as a file, or on another site; never two of them. */
export function SourceCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('form');
  const words = useFormWords();
  const [isDigital, isExternal] = useWatch({
    control: form.control,
    name: ['is_digital', 'is_external'],
  });
  const source = isDigital ? 'digital' : isExternal ? 'external' : 'goods';
  const label = words.field('source');
  const handleChange = (value: string) => {
    form.setValue('is_digital', value === 'digital', { shouldDirty: true });
    form.setValue('is_external', value === 'external', { shouldDirty: true });
    form.clearErrors(['is_external', 'digital_file', 'external_product_url', 'external_product_button_text']);
  };
  return (
    <Card title={t('form:products.form.sections.source')} isForm>
      <Field id="field-source" label={label} hint={words.hint(`source-${source}`)}>
        {(control) => (
          <RadioGroup
            {...{ control, label }}
            name="source"
            value={source}
            options={sources.map((value) => ({ value, label: words.option('source', value) }))}
            onChange={handleChange}
          />
        )}
      </Field>
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
