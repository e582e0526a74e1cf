import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import type { FormField } from '@/contract/core/define';
import { ItemsInput } from '@/crud/form/items-input';
import { ProductField } from './product-field';
import { useFormWords } from './use-form-words';

const video: FormField<FieldValues> = { key: 'video', kind: 'items', items: [{ key: 'url', kind: 'text' }] };

/** Links to videos of the product. */
export function VideoCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('form');
  const words = useFormWords();
  return (
    <Card title={t('form:products.form.sections.video')}>
      <ItemsInput
        form={form}
        field={video}
        id="field-video"
        label={words.field('video')}
        hint={words.hint('video')}
        addLabel={t('form:products.form.add-video')}
        text={(message) => t(`form:${message}`, { defaultValue: message })}
        draw={(item, name) => <ProductField form={form} name={name} wordsOf="video-url" kind={item.kind} />}
      />
    </Card>
  );
}
