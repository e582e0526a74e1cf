import { useTranslation } from 'next-i18next/pages';
import { Switch } from '@/components/switch';
import { TitleCell } from '@/components/title-cell';
import { ValueCell } from '@/components/value-cell';
import { ValueText } from '@/components/value-text';
import type { AnyResource, Column, FormField } from '@/contract/define';
import { pictureIn } from '@/lib/form-values';
import { useLabels } from '@/lib/labels';
import { useSettings } from '@/state/settings';
import type { Row, Values } from './types';
import { useSave } from './use-resource';

interface CellProps {
  resource: AnyResource;
  column: Column<Row>;
  row: Row;
  /** Where the title leads; plain text without it. */
  href?: string;
  canUpdate: boolean;
}

/** One cell of a list, by its kind (reference pages §1.3). */
export function Cell({ resource, column, row, href, canUpdate }: CellProps) {
  const { key, kind, tones } = column;
  const { currency, currencyOptions } = useSettings();
  const { i18n } = useTranslation();
  const labels = useLabels(resource);
  if (kind === 'title') {
    const hasPicture = resource.fields.some((field) => field.kind === 'image');
    const picture = hasPicture ? (pictureIn(row.image)?.thumbnail ?? null) : undefined;
    const note = column.note?.(row, i18n.language);
    return <TitleCell title={resource.titleOf(row)} {...{ href, picture, note }} />;
  }
  if (kind === 'switch') return <SwitchCell {...{ resource, column, row, canUpdate }} />;
  return (
    <ValueCell
      kind={kind}
      value={column.value ? column.value(row) : row[key]}
      word={(value) => labels.option(key, value)}
      tone={(value) => tones?.[value]}
      money={{ currency, ...currencyOptions }}
    />
  );
}

/** A lever that saves at once, sending its own key and the version that was seen. */
function SwitchCell({ resource, column: { key }, row, canUpdate }: CellProps) {
  const { i18n } = useTranslation();
  const labels = useLabels(resource);
  const save = useSave(resource);
  const { version, id } = row;
  return (
    <Switch
      isOn={save.isPending ? save.variables.body[key] === true : Boolean(row[key])}
      disabled={!canUpdate || save.isPending}
      aria-label={`${labels.field(key)}: ${resource.titleOf(row)}`}
      onChange={(isOn) => save.mutate({ id, version, language: i18n.language, body: { [key]: isOn } })}
    />
  );
}

/** A field's value to be read: on the details screen and in the conflict view. */
export function FieldText({
  resource,
  name,
  value,
}: {
  resource: AnyResource;
  name: string;
  value: unknown;
}) {
  const { currency, currencyOptions } = useSettings();
  const labels = useLabels(resource);
  return (
    <ValueText
      field={resource.fields.find((field: FormField<Values>) => field.key === name)}
      value={value}
      label={labels.field(name)}
      word={(text) => labels.option(name, text)}
      money={{ currency, ...currencyOptions }}
    />
  );
}
