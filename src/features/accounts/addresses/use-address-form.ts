import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type FormEvent, useState } from 'react';
import { type FieldPath, type UseFormReturn, useForm } from 'react-hook-form';
import type { Address, AddressInput } from '@/contract/accounts/addresses/schema';
import type { DialogData } from '@/contract/core/dialogs';
import type { AddressSuggestion } from '@/contract/settings/lookups';
import { lazyResolver } from '@/crud/form/lazy-resolver';
import { api } from '@/lib/api/client';
import { type ClientError, toClientError } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';

export type AddressForm = UseFormReturn<AddressInput>;

const emptyIn = (country: string): AddressInput => ({
  title: '',
  type: 'billing',
  default: false,
  address: { country, state: '', city: '', zip: '', street_address: '' },
  location: null,
});

/** State of the address form: saves the person's address, puts the server's refusals at their fields. */
export function useAddressForm(
  { userId, address, type = 'billing' }: DialogData['ADD_OR_UPDATE_ADDRESS'],
  onClose: () => void,
) {
  const { t } = useTranslation(['form', 'common']);
  const client = useQueryClient();
  const [error, setError] = useState<ClientError>();
  const [resolver] = useState(() =>
    lazyResolver<AddressInput>(() =>
      import('@/contract/accounts/addresses/schema').then((module) => module.addressSchema),
    ),
  );
  const form = useForm<AddressInput>({
    defaultValues: { ...emptyIn(t('form:addresses.own-country')), type, ...address },
    resolver,
  });
  const save = useMutation({
    mutationFn: (input: AddressInput) =>
      address
        ? api.put<Address>(`address/${address.id}`, input)
        : api.post<Address>('address', { ...input, customer_id: userId }),
    meta: { silent: true },
  });

  const submit = form.handleSubmit(async (input) => {
    setError(undefined);
    try {
      await save.mutateAsync(input);
    } catch (reason) {
      return placeError(toClientError(reason));
    }
    showToast('success', t(address ? 'common:successfully-updated' : 'common:successfully-created'));
    onClose();
    for (const name of ['users', 'address', 'me']) void client.invalidateQueries({ queryKey: [name] });
  });

  function placeError(failure: ClientError) {
    const fields = Object.entries(failure.fields).filter(([path]) => isField(path));
    for (const [path, [message]] of fields) {
      if (isField(path)) form.setError(path, { type: 'server', ...(message && { message }) });
    }
    if (fields.length === 0) setError(failure);
  }

  /** What was found fills the parts that it knows; the rest stays as it was typed. */
  function choose(found: AddressSuggestion) {
    for (const part of ['country', 'state', 'city', 'zip', 'street_address'] as const) {
      const value = found[part];
      if (value)
        form.setValue(`address.${part}`, value, {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        });
    }
    const { lat, lng, value: formattedAddress } = found;
    form.setValue('location', { lat, lng, formattedAddress }, { shouldDirty: true });
  }

  return { form, choose, error, submit: (event: FormEvent) => void submit(event) };
}

const fields: readonly FieldPath<AddressInput>[] = [
  'title',
  'type',
  'address.country',
  'address.state',
  'address.city',
  'address.zip',
  'address.street_address',
];

function isField(path: string): path is FieldPath<AddressInput> {
  return fields.some((field) => field === path);
}
