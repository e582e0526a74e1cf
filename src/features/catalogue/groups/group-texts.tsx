import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import { homeBlocks } from '@/contract/catalogue/groups/layout';
import type { FormField } from '@/contract/core/define';
import { FieldInput } from '@/crud/form/field-input';
import { ownTexts, textAttributes } from '@/crud/form/own-texts';
import { ResourceFrame, useAfterSave } from '@/crud/form/resource-form';
import { TextPair } from '@/crud/form/text-pair';
import { useSave } from '@/crud/form/use-save';
import type { JsonRecord, Row, TextsProps } from '@/crud/types';
import { useDraftKey } from '@/lib/form/use-draft';
import { useRecordForm } from '@/lib/form/use-record-form';

interface Banner {
  id: number;
  title: string;
  description: string | null;
}

const blocks = [...homeBlocks, 'handpickedProducts'] as const;
const nameField: FormField<JsonRecord> = { key: 'name', kind: 'text', required: true };
const titleField: FormField<JsonRecord> = { key: 'block-title', kind: 'text' };
const bannerFields: FormField<JsonRecord>[] = [
  { key: 'banners-title', kind: 'text' },
  { key: 'banners-description', kind: 'textarea', rows: 2 },
];

/**
 * Translations of a group: its name, block titles and banners. Which blocks and banners exist does not depend on
 * the language.
 */
export function GroupTexts({ resource, source, row, language, shop, top }: TextsProps) {
  const { t } = useTranslation(['catalogue', 'form']);
  const save = useSave(resource);
  const navigateAfterSave = useAfterSave(resource, shop);
  const record = useRecordForm<Row>({
    record: row,
    valuesOf: (one) => translationValues(ownTexts(one, language), source),
    schema: () => resource.schema().then((schema) => schema.pick(['name'])),
    save: (values, version) =>
      save.mutateAsync({ id: row.id, version, language, body: translationBody(values) }),
    onSaved: (saved) => navigateAfterSave(saved, 'update'),
    leaveQuestion: t('form:draft.leave'),
    draft: { key: useDraftKey(resource.name, shop ?? '', row.id, language) },
  });
  const pair = (field: FormField<JsonRecord>, name: string, original: string) => (
    <TextPair key={name} original={original}>
      <FieldInput
        resource={resource}
        field={field}
        name={name}
        form={record.form}
        attributes={textAttributes(language, original)}
      />
    </TextPair>
  );
  const titled = blocks.filter((block) => blockTitle(source, block) !== '');
  return (
    <ResourceFrame resource={resource} shop={shop} record={record} top={top} row={source}>
      <Card>{pair(nameField, 'name', String(source.name))}</Card>
      {titled.map((block) => (
        <Card
          key={block}
          title={t('catalogue:groups.sections.block', { name: t(`catalogue:groups.blocks.${block}`) })}
        >
          {pair(titleField, `settings.${block}.title`, blockTitle(source, block))}
        </Card>
      ))}
      {readBanners(source).map((banner, index) => (
        <Card key={banner.id} title={t('catalogue:groups.sections.banner', { name: banner.title })}>
          <div className="grid gap-4">
            {bannerFields
              .map(
                (field) => ({ field, key: field.key === 'banners-title' ? 'title' : 'description' }) as const,
              )
              .filter(({ key }) => banner[key])
              .map(({ field, key }) => pair(field, `banners.${index}.${key}`, banner[key] ?? ''))}
          </div>
        </Card>
      ))}
    </ResourceFrame>
  );
}

/** Form values; untranslated texts stay empty. */
function translationValues(texts: JsonRecord, source: Row) {
  const banners = readBanners(texts);
  return {
    name: texts.name ?? '',
    settings: Object.fromEntries(blocks.map((block) => [block, { title: blockTitle(texts, block) }])),
    banners: readBanners(source).map(({ id }) => {
      const text = banners.find((banner) => banner.id === id);
      return { id, title: text?.title ?? '', description: text?.description ?? '' };
    }),
  };
}

/** Request body; a banner without a title counts as untranslated. */
function translationBody({ banners, ...values }: JsonRecord): JsonRecord {
  return { ...values, banners: (banners as Banner[]).filter(({ title }) => title.trim() !== '') };
}

function blockTitle(row: JsonRecord, block: string): string {
  const settings = row.settings as Record<string, { title?: string } | undefined> | undefined;
  return settings?.[block]?.title ?? '';
}

function readBanners(row: JsonRecord): Banner[] {
  return Array.isArray(row.banners) ? (row.banners as Banner[]) : [];
}
