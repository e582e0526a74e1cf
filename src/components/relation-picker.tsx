import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { Check, X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { Control } from './field';
import { fieldClass } from './field-style';

export interface RelationOption {
  id: number;
  label: string;
}

interface RelationPickerProps {
  control: Control;
  value: readonly RelationOption[];
  /** What answers the current query. */
  options: readonly RelationOption[];
  isLoading: boolean;
  isMultiple: boolean;
  placeholder: string;
  onQuery: (query: string) => void;
  onChange: (value: RelationOption[]) => void;
}

/** Picks other records by typing part of their name. What was picked stands above as chips. */
export function RelationPicker(props: RelationPickerProps) {
  const { control, value, options, isLoading, isMultiple, placeholder, onQuery, onChange } = props;
  const { t } = useTranslation('form');
  const [query, setQuery] = useState('');
  const ask = (text: string) => {
    setQuery(text);
    onQuery(text);
  };

  return (
    <Combobox
      multiple
      immediate
      by="id"
      value={[...value]}
      onChange={(picked: RelationOption[]) => {
        onChange(isMultiple ? picked : picked.slice(-1));
        ask('');
      }}
    >
      {value.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-1.5">
          {value.map((one) => (
            <li
              key={one.id}
              className="inline-flex h-7 items-center gap-1 rounded-badge bg-accent-soft ps-2.5 pe-1 text-small font-medium text-accent-ink"
            >
              {one.label}
              <button
                type="button"
                aria-label={t('form:relation.remove', { name: one.label })}
                className="grid size-5 place-items-center rounded-badge hover:bg-accent/15"
                onClick={() => onChange(value.filter((other) => other.id !== one.id))}
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <ComboboxInput
        {...control}
        autoComplete="off"
        className={`${fieldClass} h-9 px-3 pointer-coarse:h-10`}
        placeholder={placeholder}
        value={query}
        onChange={(event) => ask(event.target.value)}
      />
      <ComboboxOptions
        anchor="bottom start"
        className="z-50 max-h-64 w-(--input-width) overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-floating [--anchor-gap:6px] empty:invisible"
      >
        {options.map((option) => (
          <ComboboxOption
            key={option.id}
            value={option}
            className="group flex min-h-8.5 items-center gap-2.5 rounded-control px-2.5 py-1.5 data-focus:bg-line-faint"
          >
            <span className="flex-1">{option.label}</span>
            <Check
              aria-hidden="true"
              className="invisible size-4 text-accent-ink group-data-selected:visible"
            />
          </ComboboxOption>
        ))}
        {options.length === 0 && (
          <p className="px-2.5 py-1.5 text-ink-second">
            {t(isLoading ? 'form:relation.loading' : 'form:relation.nothing')}
          </p>
        )}
      </ComboboxOptions>
    </Combobox>
  );
}
