import type { FormField } from '@/contract/core/define';
import { ResourceForm } from '@/crud/form/resource-form';
import type { FormProps, JsonRecord } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';

/** The standard form; a category cannot be placed below itself or its descendants. */
export function CategoryForm({ resource, row, shop }: FormProps) {
  const hasCharacteristics = useCan('characteristics');
  const shown = resource.fields.filter(
    ({ key }: FormField<JsonRecord>) => key !== 'required_characteristics' || hasCharacteristics,
  );
  const fields = shown.map((field: FormField<JsonRecord>) =>
    field.key === 'parent' && field.relation && row
      ? { ...field, relation: { ...field.relation, endpoint: `categories?self=${row.id}` } }
      : field,
  );
  return <ResourceForm resource={{ ...resource, fields }} row={row} shop={shop} />;
}
