import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toSearch } from '@/contract/search';
import { api } from '@/lib/api';
import type { Control } from './field';
import { type RelationOption, RelationPicker } from './relation-picker';

interface RemotePickerProps {
  control: Control;
  label: string;
  /** Where the records are searched, and by which key. */
  relation: { endpoint: string; labelKey: string; searchKey: string; multiple?: boolean };
  value: unknown;
  onChange: (value: RelationOption | RelationOption[] | null) => void;
}

/** Picks records of another family, asking the server for those whose name has what is typed. */
export function RemotePicker({ control, label, relation, value, onChange }: RemotePickerProps) {
  const { endpoint, labelKey, searchKey, multiple = false } = relation;
  const [text, setText] = useState('');
  const found = useQuery({
    queryKey: [endpoint, 'options', searchKey, text],
    queryFn: () =>
      api.page<Record<string, unknown>>(endpoint, { limit: 20, search: toSearch({ [searchKey]: text }) }),
    meta: { silent: true },
  });
  const toOption = (row: Record<string, unknown>) => ({
    id: Number(row.id),
    label: String(row[labelKey] ?? row.label),
  });
  const picked = [value ?? []].flat().filter((one) => typeof one === 'object' && one !== null);
  return (
    <RelationPicker
      control={control}
      value={picked.map((one) => toOption({ ...one }))}
      options={found.data?.rows.map(toOption) ?? []}
      isMultiple={multiple}
      isLoading={found.isFetching}
      placeholder={label}
      onQuery={setText}
      onChange={(options) => onChange(multiple ? options : (options[0] ?? null))}
    />
  );
}
