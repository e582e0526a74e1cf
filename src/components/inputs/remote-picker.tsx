import { useState } from 'react';
import { type Relation, useRelationRows } from '@/lib/api/relation-rows';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import type { Control } from './field';
import { type RelationOption, RelationPicker } from './relation-picker';

interface RemotePickerProps {
  control: Control;
  label: string;
  relation: Relation;
  value: unknown;
  onChange: (value: RelationOption | RelationOption[] | null) => void;
}

/** Picks records of another family, searched on the server by name. */
export function RemotePicker({ control, label, relation, value, onChange }: RemotePickerProps) {
  const { labelKey = 'name', multiple = false } = relation;
  const [text, setText] = useState('');
  const [isNeeded, setNeeded] = useState(false);
  const query = useDebouncedValue(text);
  const results = useRelationRows(relation, query, isNeeded);
  const toOption = (row: Record<string, unknown>) => ({
    id: Number(row.id),
    label: String(row[labelKey] ?? row.label ?? row.name),
  });
  const picked = [value ?? []].flat().filter((record) => typeof record === 'object' && record !== null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes focus of the picker inside
    <div onFocus={() => setNeeded(true)}>
      <RelationPicker
        control={control}
        value={picked.map((record) => toOption({ ...record }))}
        options={results.data?.rows.map(toOption) ?? []}
        isMultiple={multiple}
        isLoading={results.isFetching || query !== text}
        placeholder={label}
        onQuery={setText}
        onChange={(options) => onChange(multiple ? options : (options[0] ?? null))}
      />
    </div>
  );
}
