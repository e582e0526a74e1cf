import { useTranslation } from 'next-i18next/pages';
import { StoredText } from '@/components/editor/stored-text';
import { Card } from '@/components/ui/card';
import { textDirection } from '@/contract/core/languages';
import { ownTexts, textAttributes } from '@/crud/form/own-texts';
import { ResourceFrame, useAfterSave } from '@/crud/form/resource-form';
import { TextPair } from '@/crud/form/text-pair';
import type { Row, TextsProps } from '@/crud/types';
import { useDraftKey } from '@/lib/form/use-draft';
import { useRecordForm } from '@/lib/form/use-record-form';
import { DescriptionField } from './description-field';
import { ProductField } from './product-field';
import { useSaveProduct } from './use-save-product';

const keys = ['name', 'description', 'unit'] as const;

/** Translates name, description and unit next to the original. */
export function ProductTexts({ resource, source, shop, row, language, top }: TextsProps) {
  const { t } = useTranslation('form');
  const save = useSaveProduct();
  const navigateAfterSave = useAfterSave(resource, shop);
  const record = useRecordForm<Row>({
    record: row,
    valuesOf: (one) => {
      const texts = ownTexts(one, language);
      return Object.fromEntries(keys.map((key) => [key, texts[key] ?? '']));
    },
    schema: async () => {
      const { productSchema } = await import('@/contract/catalogue/products/schema');
      // `useRecordForm` is generic over values; the schema is typed.
      return productSchema.pick([...keys]) as never;
    },
    save: (body, version) => save.mutateAsync({ id: row.id, version, language, body }),
    onSaved: (saved) => navigateAfterSave(saved, 'update'),
    leaveQuestion: t('form:draft.leave'),
    draft: { key: useDraftKey(resource.name, shop ?? '', row.id, language) },
  });
  return (
    <ResourceFrame resource={resource} shop={shop} record={record} top={top} row={source}>
      {keys.map((key) => {
        const original = String(source[key] ?? '');
        return (
          <Card key={key}>
            <TextPair
              original={key === 'description' && original ? <StoredText text={original} /> : original || '—'}
            >
              {key === 'description' ? (
                <DescriptionField form={record.form} lang={language} dir={textDirection(language)} />
              ) : (
                <ProductField
                  form={record.form}
                  name={key}
                  kind="text"
                  required
                  attributes={textAttributes(language, original)}
                />
              )}
            </TextPair>
          </Card>
        );
      })}
    </ResourceFrame>
  );
}
