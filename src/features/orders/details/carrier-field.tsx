import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { DescribedInput } from '@/components/inputs/described-input';
import { Field } from '@/components/inputs/field';
import { fieldClass } from '@/components/inputs/field-style';
import { useComboboxFocus } from '@/components/inputs/use-combobox-focus';
import { isSaidIn } from '@/lib/format/said-in';
import { useCarriers } from './carriers';

interface CarrierFieldProps {
  id: string;
  error: string | undefined;
  value: string;
  onChange: (carrier: string) => void;
}

/** The carrier: one of the known ones, or any other name as it is typed. */
export function CarrierField({ id, error, value, onChange }: CarrierFieldProps) {
  const { t } = useTranslation('orders');
  const { names } = useCarriers();
  const { isPressed, noteChoice, onInput } = useComboboxFocus();
  const typed = value.trim().toLowerCase();
  // A chosen carrier does not hide the others.
  const isChosen = names.some((name) => name.toLowerCase() === typed);
  const shown = isChosen ? names : names.filter((name) => isSaidIn(name, typed));
  return (
    <Field id={id} label={t('orders:orders.details.parcel.carrier')} error={error}>
      {(control) => (
        <Combobox
          immediate={isPressed}
          value={value}
          onChange={(name: string | null) => {
            noteChoice();
            onChange(name ?? '');
          }}
        >
          <ComboboxInput
            as={DescribedInput}
            {...control}
            describedBy={control['aria-describedby']}
            autoComplete="off"
            maxLength={60}
            className={`${fieldClass} h-9 px-3 pointer-coarse:h-10`}
            value={value}
            {...onInput}
            onChange={(event) => onChange(event.target.value)}
          />
          <ComboboxOptions
            anchor="bottom start"
            modal={false}
            className="z-50 max-h-64 w-(--input-width) overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-floating [--anchor-gap:6px] empty:invisible"
          >
            {shown.map((name) => (
              <ComboboxOption
                key={name}
                value={name}
                className="flex min-h-8.5 items-center rounded-control px-2.5 py-1.5 data-focus:bg-line-faint data-selected:font-medium pointer-coarse:min-h-10"
              >
                {name}
              </ComboboxOption>
            ))}
          </ComboboxOptions>
        </Combobox>
      )}
    </Field>
  );
}
