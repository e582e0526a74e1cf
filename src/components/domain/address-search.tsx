import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { DescribedInput } from '@/components/inputs/described-input';
import { Field } from '@/components/inputs/field';
import { fieldClass } from '@/components/inputs/field-style';
import { useComboboxFocus } from '@/components/inputs/use-combobox-focus';
import type { AddressSuggestion } from '@/contract/settings/lookups';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';

interface AddressFindProps {
  id?: string;
  /** Translated; those of a shop's address by default. */
  texts?: Record<'label' | 'hint' | 'nothing' | 'off', string>;
  onFound: (address: AddressSuggestion) => void;
}

/** Suggests addresses while typing; the fields stay editable by hand. */
export function AddressFind({ id = 'address-find', texts, onFound }: AddressFindProps) {
  const shopTexts = useShopTexts();
  const words = texts ?? shopTexts;
  const canSuggest = useCan('suggest');
  const { noteChoice, onInput } = useComboboxFocus();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const query = useDebouncedValue(text.trim());
  // The chosen suggestion is not searched again.
  const isAsked = query.length >= 3 && query !== chosen;
  const found = useSuggestions(query, isAsked);
  if (!canSuggest) return null;
  const isNothing = isAsked && found.data?.length === 0 && !found.isFetching;
  const hint = words[found.isError ? 'off' : isNothing ? 'nothing' : 'hint'];
  return (
    <Field id={id} label={words.label} hint={hint}>
      {(control) => (
        <Combobox
          value={null}
          onChange={(address: AddressSuggestion | null) => {
            if (!address) return;
            noteChoice();
            setText(address.value);
            setChosen(address.value);
            onFound(address);
          }}
        >
          {({ open }) => (
            <>
              <ComboboxInput
                as={DescribedInput}
                {...control}
                describedBy={control['aria-describedby']}
                autoComplete="off"
                className={`${fieldClass} h-9 px-3 pointer-coarse:h-10`}
                value={text}
                {...onInput}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={(event) => {
                  // Enter submits no form; of an open list it selects, which a prevented event would not.
                  if (event.key === 'Enter' && !open) event.preventDefault();
                }}
              />
              <ComboboxOptions
                anchor="bottom start"
                modal={false}
                className="z-50 max-h-64 w-(--input-width) overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-floating [--anchor-gap:6px] empty:invisible"
              >
                {(isAsked ? (found.data ?? []) : []).map((address) => (
                  <ComboboxOption
                    key={address.value}
                    value={address}
                    className="flex min-h-8.5 items-center rounded-control px-2.5 py-1.5 data-focus:bg-line-faint"
                  >
                    {address.value}
                  </ComboboxOption>
                ))}
              </ComboboxOptions>
            </>
          )}
        </Combobox>
      )}
    </Field>
  );
}

function useShopTexts() {
  const { t } = useTranslation('shops');
  return {
    label: t('shops:shops.address-find'),
    hint: t('shops:shops.address-find-hint'),
    nothing: t('shops:shops.address-nothing'),
    off: t('shops:shops.address-off'),
  };
}

function useSuggestions(query: string, isAsked: boolean) {
  return useQuery({
    queryKey: ['suggest', 'address', query],
    queryFn: () => api.list('suggest/address', { query }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
    retry: false,
  });
}
