import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { Check, ChevronDown, X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { DescribedInput } from './described-input';
import type { Control } from './field';
import { fieldClass } from './field-style';
import { useComboboxFocus } from './use-combobox-focus';

export interface RelationOption {
  id: number;
  label: string;
}

interface RelationPickerProps {
  control: Control;
  value: readonly RelationOption[];
  /** Results of the current query. */
  options: readonly RelationOption[];
  isLoading: boolean;
  isMultiple: boolean;
  placeholder: string;
  onQuery: (query: string) => void;
  onChange: (value: RelationOption[]) => void;
}

/** Picks records by part of their name: a single one is shown in the field, several as chips above it. */
export function RelationPicker(props: RelationPickerProps) {
  return props.isMultiple ? <ManyPicker {...props} /> : <OnePicker {...props} />;
}

const inputClass = `${fieldClass} h-9 ps-3 pointer-coarse:h-10`;

function OnePicker({
  control,
  value,
  options,
  isLoading,
  placeholder,
  onQuery,
  onChange,
}: RelationPickerProps) {
  const { t } = useTranslation('form');
  const { isPressed, noteChoice, onInput } = useComboboxFocus();
  const [chosen = null] = value;
  return (
    <Combobox
      immediate={isPressed}
      by="id"
      value={chosen}
      onChange={(picked: RelationOption | null) => {
        noteChoice();
        onChange(picked ? [picked] : []);
      }}
      onClose={() => onQuery('')}
    >
      <span className="relative block">
        <ComboboxInput
          as={DescribedInput}
          {...control}
          describedBy={control['aria-describedby']}
          autoComplete="off"
          className={`${inputClass} ${chosen ? 'pe-16 pointer-coarse:pe-20' : 'pe-9'}`}
          placeholder={placeholder}
          displayValue={(option: RelationOption | null) => option?.label ?? ''}
          {...onInput}
          // Typing replaces the current text, as in an address bar.
          onFocus={(event) => {
            event.target.select();
            onInput.onFocus(event);
          }}
          onChange={(event) => onQuery(event.target.value)}
        />
        {chosen && (
          <button
            type="button"
            aria-label={t('form:relation.remove', { name: chosen.label })}
            className="absolute inset-y-0 end-9 my-auto grid size-6 pointer-coarse:end-10 pointer-coarse:size-10 place-items-center rounded-badge text-ink-second hover:bg-line-faint hover:text-ink"
            onClick={() => onChange([])}
          >
            <X className="size-3.5" />
          </button>
        )}
        <ComboboxButton
          aria-label={t('form:relation.open')}
          className="absolute inset-y-0 end-0.5 my-auto grid size-8 place-items-center rounded-control text-ink-third pointer-coarse:size-10"
        >
          <ChevronDown className="size-4" />
        </ComboboxButton>
      </span>
      <Choices options={options} isLoading={isLoading} />
    </Combobox>
  );
}

function ManyPicker({
  control,
  value,
  options,
  isLoading,
  placeholder,
  onQuery,
  onChange,
}: RelationPickerProps) {
  const { t } = useTranslation('form');
  const { isPressed, noteChoice, onInput } = useComboboxFocus();
  const [query, setQuery] = useState('');
  const search = (text: string) => {
    setQuery(text);
    onQuery(text);
  };
  return (
    <Combobox
      multiple
      immediate={isPressed}
      by="id"
      value={[...value]}
      onChange={(picked: RelationOption[]) => {
        noteChoice();
        onChange(picked);
        search('');
      }}
    >
      {value.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-1.5">
          {value.map((option) => (
            <li
              key={option.id}
              className="inline-flex h-7 pointer-coarse:h-10 max-w-full items-center gap-1 rounded-badge bg-accent-soft ps-2.5 pe-1 pointer-coarse:pe-0 text-small font-medium text-accent-ink"
            >
              <span className="truncate">{option.label}</span>
              <button
                type="button"
                aria-label={t('form:relation.remove', { name: option.label })}
                className="grid size-5 pointer-coarse:size-10 shrink-0 place-items-center rounded-badge hover:bg-accent/15"
                onClick={() => onChange(value.filter((other) => other.id !== option.id))}
              >
                <X className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <ComboboxInput
        as={DescribedInput}
        {...control}
        describedBy={control['aria-describedby']}
        autoComplete="off"
        className={`${inputClass} pe-3`}
        placeholder={placeholder}
        value={query}
        {...onInput}
        onChange={(event) => search(event.target.value)}
      />
      <Choices options={options} isLoading={isLoading} />
    </Combobox>
  );
}

function Choices({ options, isLoading }: Pick<RelationPickerProps, 'options' | 'isLoading'>) {
  const { t } = useTranslation('form');
  return (
    <ComboboxOptions
      anchor="bottom start"
      modal={false}
      className="z-50 max-h-64 w-(--input-width) overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-floating [--anchor-gap:6px] empty:invisible"
    >
      {options.map((option) => (
        <ComboboxOption
          key={option.id}
          value={option}
          className="group flex min-h-8.5 pointer-coarse:min-h-10 items-center gap-2.5 rounded-control px-2.5 py-1.5 data-focus:bg-line-faint"
        >
          <span className="min-w-0 flex-1 break-words">{option.label}</span>
          <Check className="invisible size-4 text-accent-ink group-data-selected:visible" />
        </ComboboxOption>
      ))}
      {options.length === 0 && (
        <p className="px-2.5 py-1.5 text-ink-second">
          {t(isLoading ? 'form:relation.loading' : 'form:relation.nothing')}
        </p>
      )}
    </ComboboxOptions>
  );
}
