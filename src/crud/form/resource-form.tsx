import { useTranslation } from 'next-i18next/pages';
import { FormFrame } from '@/components/form/form-frame';
import { Card } from '@/components/ui/card';
import { type AnyResource, addressKey, type FormField, familyPaths } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import { FieldText } from '@/crud/details/field-text';
import { OwnHistory } from '@/crud/details/own-history';
import { formValues, shownValues } from '@/crud/form/form-values';
import { useSave } from '@/crud/form/use-save';
import { shownFields } from '@/crud/shown-fields';
import type { FormProps, JsonRecord, Row } from '@/crud/types';
import { useDraftKey } from '@/lib/form/use-draft';
import { useRecordForm } from '@/lib/form/use-record-form';
import { useRedirect } from '@/lib/hooks/use-redirect';
import { useLabels } from '@/lib/i18n/labels';
import { useShopId } from '@/lib/session/shop-id';
import { FieldInput } from './field-input';
import { useFillNext } from './use-filling';

/** The standard form of a family: create and edit in the default language. */
export function ResourceForm({ resource, row, shop }: FormProps) {
  // A record created in a shop names that shop, whether or not the list is limited to it.
  const needsShop = shop !== undefined;
  const shopId = useShopId(needsShop ? shop : undefined);
  const record = useResourceForm({ resource, row, shop }, shopId === undefined ? {} : { shop_id: shopId });
  // Watching re-renders on every keystroke: only forms with conditional fields need it.
  const isChanging = resource.fields.some((field: FormField<JsonRecord>) => field.when);
  const fields: FormField<JsonRecord>[] = isChanging
    ? shownFields(resource, record.form.watch())
    : resource.fields;
  const draw = (isSide: boolean) =>
    fields
      .filter((field) => Boolean(field.side) === isSide)
      .map((field) => (
        <FieldInput key={field.key} resource={resource} field={field} form={record.form} isNew={!row} />
      ));
  const side = draw(true);
  if (needsShop && shopId === undefined) return null;
  return (
    <ResourceFrame
      resource={resource}
      row={row}
      shop={shop}
      record={record}
      side={side.length > 0 && <Card isForm>{side}</Card>}
    >
      <Card isForm>{draw(false)}</Card>
    </ResourceFrame>
  );
}

/** Forms with fewer fields keep no draft: they are quickly filled in again. */
const mostWithoutDraft = 3;

/** Form state of a family, also for custom forms. `fixed` is sent on create. */
export function useResourceForm({ resource, row, shop }: FormProps, fixed: JsonRecord = {}) {
  const { t, i18n } = useTranslation('form');
  const save = useSave(resource);
  const navigateAfterSave = useAfterSave(resource, shop);
  const draftKey = useDraftKey(resource.name, shop ?? '', row?.id);
  const hasDraft = resource.fields.length > mostWithoutDraft;
  return useRecordForm<Row>({
    record: row,
    valuesOf: (one) => formValues(resource, one, i18n.language),
    schema: () => shownRules(resource),
    shown: (values) => shownValues(resource, values),
    save: (values, version, _seen, idempotencyKey) => {
      const body = row ? values : { ...values, ...fixed };
      return save.mutateAsync({ id: row?.id, version, language: defaultLanguage, body, idempotencyKey });
    },
    onSaved: (saved) => navigateAfterSave(saved, row ? 'update' : 'create'),
    leaveQuestion: t(hasDraft ? 'form:draft.leave' : 'form:leave-question'),
    draft: { key: hasDraft ? draftKey : undefined },
  });
}

/** The rules of what the form has: nobody can fill in a shop that has no field, and the server knows it or asks for it. */
async function shownRules(resource: AnyResource) {
  const schema = await resource.schema();
  const shown = new Set([
    ...resource.fields.map(({ key }: FormField<JsonRecord>) => key),
    ...Object.keys(resource.initial),
  ]);
  return schema.pick(Object.keys(schema.fields).filter((key) => shown.has(key)));
}

export function useAfterSave(resource: AnyResource, shop: string | undefined) {
  const redirect = useRedirect();
  const fillNext = useFillNext(resource, shop);
  return (saved: Row, action: 'create' | 'update') => {
    if (fillNext) return void fillNext(saved.id);
    const goal = resource.after[action];
    const paths = familyPaths(resource, shop);
    const path = goal === 'list' ? paths.list : paths.edit(addressKey(resource, saved));
    if (goal !== 'stay') redirect(path);
  };
}

type FrameProps = FormProps &
  Pick<Parameters<typeof FormFrame>[0], 'record' | 'side' | 'top' | 'badge' | 'placeOf' | 'children'>;

/** The form frame with the family's texts. */
export function ResourceFrame({ resource, row, shop, children, ...rest }: FrameProps) {
  const labels = useLabels(resource);
  const { list } = familyPaths(resource, shop);
  return (
    <FormFrame
      {...rest}
      title={row ? resource.titleOf(row) : labels.text('new')}
      parent={{ href: list, label: labels.text('title') }}
      cancelHref={list}
      labelOf={labels.field}
      textOf={(key, value) => <FieldText resource={resource} value={value} row={row} name={key} />}
    >
      {children}
      {row && <OwnHistory resource={resource} row={row} />}
    </FormFrame>
  );
}
