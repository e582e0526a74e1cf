import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { DescribedInput } from '@/components/inputs/described-input';
import { Field } from '@/components/inputs/field';
import { fieldClass } from '@/components/inputs/field-style';
import type { AddressSuggestion } from '@/contract/settings/lookups';
import { api } from '@/lib/api/client';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';

interface AddressSuggestProps {
  onChoose: (found: AddressSuggestion) => void;
}

/** Fewer letters say nothing of an address. */
const least = 3;

/** Finds an address by the words of it. A search that fails says so quietly: everything can be written by hand. */
export function AddressSuggest({ onChoose }: AddressSuggestProps) {
  const { t } = useTranslation('form');
  const [text, setText] = useState('');
  const asked = useDebouncedValue(text.trim(), 300);
  const isAsking = asked.length >= least;
  const found = useQuery({
    queryKey: ['suggest', 'address', asked],
    queryFn: () => api.list<AddressSuggestion>('suggest/address', { query: asked }),
    enabled: isAsking,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { silent: true },
  });
  const hint = found.isError ? t('form:addresses.suggest-failed') : t('form:addresses.suggest-hint');
  return (
    <Field id="field-suggest" label={t('form:addresses.suggest')} hint={hint}>
      {(control) => (
        <Combobox<AddressSuggestion | null>
          immediate
          value={null}
          onChange={(chosen) => {
            if (!chosen) return;
            onChoose(chosen);
            setText(chosen.value);
          }}
        >
          <ComboboxInput
            as={DescribedInput}
            {...control}
            describedBy={control['aria-describedby']}
            autoComplete="off"
            className={`${fieldClass} h-9 px-3 pointer-coarse:h-10`}
            displayValue={() => text}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {isAsking && (
            <ComboboxOptions
              anchor="bottom start"
              className="z-50 max-h-64 w-(--input-width) overflow-y-auto rounded-card border border-line bg-surface p-1.5 text-ink shadow-floating empty:invisible"
            >
              {found.data?.map((one) => (
                <ComboboxOption
                  key={one.value}
                  value={one}
                  className="cursor-pointer rounded-control px-2.5 py-1.5 data-focus:bg-sunken"
                >
                  {one.value}
                </ComboboxOption>
              ))}
              {found.data?.length === 0 && (
                <p className="px-2.5 py-1.5 text-ink-second">{t('form:addresses.suggest-nothing')}</p>
              )}
            </ComboboxOptions>
          )}
        </Combobox>
      )}
    </Field>
  );
}
