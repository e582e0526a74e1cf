import { useTranslation } from 'next-i18next/pages';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { Editable } from '@/components/form/editable';
import { EditorsNote } from '@/components/form/editors-note';
import { Select } from '@/components/inputs/select';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Card } from '@/components/ui/card';
import { type AnyResource, type FormField, familyPaths } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import { FieldText } from '@/crud/details/field-text';
import { FieldInput } from '@/crud/form/field-input';
import { FillBar } from '@/crud/form/fill-bar';
import { formValues } from '@/crud/form/form-values';
import { ownTexts, textAttributes } from '@/crud/form/own-texts';
import { ResourceForm, ResourceFrame, useAfterSave } from '@/crud/form/resource-form';
import { useAskedTexts } from '@/crud/form/use-filling';
import { useSave } from '@/crud/form/use-save';
import { RedirectTo } from '@/crud/redirect-to';
import { TextLanguageMenu } from '@/crud/text-language-menu';
import type { FormProps, JsonRecord, OpenScreen, Parts, Row, TextsProps } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { useOne } from '@/lib/api/use-record';
import { useDraftKey } from '@/lib/form/use-draft';
import { useEditors } from '@/lib/form/use-editors';
import { useRecordForm } from '@/lib/form/use-record-form';
import { useLabels } from '@/lib/i18n/labels';
import { languageName } from '@/lib/i18n/language-name';
import { useLanguages } from '@/state/languages';
import { useTextLanguage } from '@/state/text-language';
import { TextPair } from './text-pair';

interface FormScreenProps extends OpenScreen, Pick<FormProps, 'resource'>, Pick<Parts, 'Texts'> {
  Form?: ComponentType<FormProps>;
}

/** Create, edit or translate. Editing in another language is translating: only texts differ by language. */
export function FormScreen(props: FormScreenProps) {
  const { resource, screen, id = '', shop, Form = ResourceForm, Texts } = props;
  const labels = useLabels(resource);
  const canTranslate = useCan('translations');
  const language = useWrittenLanguage();
  const isForeign = canTranslate && language !== defaultLanguage && resource.translatable.length > 0;
  const query = useOne(resource, id, defaultLanguage, screen !== 'create');
  if (screen === 'create') return <Form resource={resource} shop={shop} />;
  if (screen === 'translate' && !canTranslate)
    return <RedirectTo to={familyPaths(resource, shop).edit(id)} />;
  return (
    <QueryBoundary
      query={query}
      parent={{ href: familyPaths(resource, shop).list, label: labels.text('title') }}
    >
      {(row) => (
        <Editing family={resource.name} id={row.id}>
          <TextsPicker resource={resource} />
          {screen === 'translate' || isForeign ? (
            <TranslateForm resource={resource} shop={shop} Texts={Texts} source={row} />
          ) : (
            <Form key={row.id} resource={resource} row={row} shop={shop} />
          )}
        </Editing>
      )}
    </QueryBoundary>
  );
}

/** The language of the texts that a form shows: of the address, else the person's. */
function useWrittenLanguage(): string {
  const [own] = useTextLanguage();
  return useAskedTexts().language ?? own;
}

/** The switch of texts, where they are not simply those of the panel; an address that names a language has no choice. */
function TextsPicker({ resource }: { resource: AnyResource }) {
  const { i18n } = useTranslation();
  const [own] = useTextLanguage();
  const asked = useAskedTexts().language;
  if (asked !== undefined || (i18n.language === defaultLanguage && own === defaultLanguage)) return null;
  return (
    <div className="mb-2 flex">
      <TextLanguageMenu resource={resource} />
    </div>
  );
}

/** Around the form of a stored record: who else edits it, and whether the person may. */
function Editing({ family, id, children }: { family: string; id: number; children: ReactNode }) {
  const presence = useEditors(family, id);
  return (
    <div className="relative">
      <EditorsNote {...presence} />
      <Editable value={presence.is_editable}>{children}</Editable>
    </div>
  );
}

interface TranslateProps {
  resource: AnyResource;
  /** The row in the default language. */
  source: Row;
  shop?: string;
  Texts?: ComponentType<TextsProps>;
}

/** Texts of a row in another language, each next to the original; nothing else is sent. */
function TranslateForm({ resource, source, shop, Texts = FieldTexts }: TranslateProps) {
  const { t, i18n } = useTranslation(['form', 'common']);
  const labels = useLabels(resource);
  const others = useLanguages().filter((code) => code !== defaultLanguage);
  const untranslated = others.find((code) => !source.translated_languages?.includes(code));
  const pickerId = useId();
  const [chosen, setChosen] = useState(untranslated ?? others[0] ?? defaultLanguage);
  const written = useWrittenLanguage();
  const { isFilling } = useAskedTexts();
  const language = written === defaultLanguage ? chosen : written;
  const query = useOne(resource, String(source.id), language);
  const nameOf = (code: string) => languageName(code, i18n.language);
  const picker = written === defaultLanguage && others.length > 1 && (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={pickerId}>{t('form:translate-language')}</label>
      <Select
        id={pickerId}
        className="w-48"
        value={language}
        onChange={(event) => setChosen(event.target.value)}
        options={others.map((code) => ({ value: code, label: nameOf(code) }))}
      />
    </div>
  );
  return (
    <QueryBoundary
      query={query}
      parent={{ href: familyPaths(resource, shop).list, label: labels.text('title') }}
    >
      {(row) => (
        <Texts
          key={language}
          resource={resource}
          source={source}
          shop={shop}
          row={row}
          language={language}
          top={
            <div className="grid gap-2">
              {picker || t('common:translate-to', { language: nameOf(language) })}
              {isFilling && <FillBar resource={resource} shop={shop} language={language} id={source.id} />}
            </div>
          }
        />
      )}
    </QueryBoundary>
  );
}

function FieldTexts({ resource, source, shop, row, language, top }: TextsProps) {
  const { t } = useTranslation('form');
  const save = useSave(resource);
  const navigateAfterSave = useAfterSave(resource, shop);
  const texts: FormField<JsonRecord>[] = resource.fields.filter((field: FormField<JsonRecord>) =>
    resource.translatable.includes(field.key),
  );
  const record = useRecordForm<Row>({
    record: row,
    valuesOf: (one) => {
      const values = formValues(resource, ownTexts(one, language), language);
      return Object.fromEntries(texts.map(({ key }) => [key, values[key]]));
    },
    schema: () => resource.schema().then((schema) => schema.pick(resource.translatable)),
    save: (body, version) => save.mutateAsync({ id: row.id, version, language, body }),
    onSaved: (saved) => navigateAfterSave(saved, 'update'),
    leaveQuestion: t('form:draft.leave'),
    draft: { key: useDraftKey(resource.name, shop ?? '', row.id, language) },
  });
  return (
    <ResourceFrame resource={resource} shop={shop} record={record} top={top} row={source}>
      {texts.map((field) => (
        <Card key={field.key}>
          <TextPair original={<FieldText resource={resource} name={field.key} value={source[field.key]} />}>
            <FieldInput
              resource={resource}
              field={field}
              form={record.form}
              attributes={textAttributes(language, source[field.key])}
            />
          </TextPair>
        </Card>
      ))}
    </ResourceFrame>
  );
}
