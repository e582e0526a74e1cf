import type { Control } from '@/components/inputs/field';
import { NumberInput } from '@/components/inputs/number-input';
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

/** False for a status and a number of pieces, which no record stands for. */
export const meansRecord = (field: MappedField): field is CreatableField => Object.hasOwn(endpoints, field);

/** Statuses that cells name. */
export const statuses = ['publish', 'draft', 'under_review', 'unpublish'] as const;

/** A record by its id, a status, or a number of pieces. */
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
  if (field === 'quantity') {
    return (
      <NumberInput
        {...control}
        placeholder={text('map-pieces')}
        defaultValue={value?.target ?? ''}
        onChange={({ target }) => {
          const pieces = target.value.replace(/\s/g, '');
          const meaning = /^\d{1,9}$/.test(pieces) ? { target: pieces, label: pieces } : null;
          if (meaning?.target !== value?.target) onChange(meaning);
        }}
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
