import type { Control } from '@/components/inputs/field';
import { RemotePicker } from '@/components/inputs/remote-picker';
import { Select } from '@/components/inputs/select';
import type { CreatableField, MappedField } from '@/contract/catalogue/products/imports';
import { useImportWords } from './use-import';

export const endpoints = {
  type: 'types',
  categories: 'categories',
  tags: 'tags',
  manufacturer: 'manufacturers',
  author: 'authors',
} as const satisfies Record<CreatableField, string>;

/** Statuses that cells name. */
export const statuses = ['publish', 'draft', 'under_review', 'unpublish'] as const;

/** A record by its id, or a status. */
export interface Meaning {
  target: string;
  label: string;
}

interface MeaningPickerProps {
  control: Control;
  field: MappedField;
  value: Meaning | null;
  onChange: (meaning: Meaning | null) => void;
}

/** What a name of the file stands for. */
export function MeaningPicker({ control, field, value, onChange }: MeaningPickerProps) {
  const { text } = useImportWords();
  if (field === 'status') {
    const known = statuses.map((one) => ({ value: one, label: text(`cells.${one}`) }));
    const isOther = value && !statuses.some((one) => one === value.target);
    return (
      <Select
        {...control}
        value={value?.target ?? ''}
        options={[
          { value: '', label: text('map-choose') },
          ...known,
          ...(isOther ? [{ value: value.target, label: text(`cells.${value.target}`) }] : []),
        ]}
        onChange={({ target }) =>
          onChange(target.value ? { target: target.value, label: target.value } : null)
        }
      />
    );
  }
  return (
    <RemotePicker
      control={control}
      label={text('map-choose')}
      relation={{ endpoint: endpoints[field] }}
      value={value && { id: value.target, label: value.label, name: value.label }}
      onChange={(picked) =>
        onChange(picked && !Array.isArray(picked) ? { target: String(picked.id), label: picked.label } : null)
      }
    />
  );
}
