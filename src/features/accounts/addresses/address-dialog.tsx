import { DialogTitle } from '@headlessui/react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { type FieldPath, type UseFormReturn, useController, useForm } from 'react-hook-form';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { AddressFind } from '@/components/domain/address-search';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Switch } from '@/components/inputs/switch';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { type AddressInput, addressTypes } from '@/contract/accounts/addresses/schema';
import type { DialogData, DialogProps } from '@/contract/dialogs';
import type { AddressSuggestion } from '@/contract/settings/lookups';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { type ClientError, errorText, toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { lazyResolver } from '@/lib/form/lazy-resolver';
import { useFormField } from '@/lib/form/use-form-field';
import { showToast } from '@/lib/toast';

/** Parts of an address in the order of a Russian postal address. */
const parts = ['zip', 'country', 'state', 'city', 'street_address'] as const;

/** An address, by search or typed: the chosen result fills the parts, which stay editable. */
export function AddressDialog({ data, onClose }: DialogProps<'ADD_OR_UPDATE_ADDRESS'>) {
  const { t } = useTranslation(['accounts', 'common']);
  const { form, submit, choose, error } = useAddressForm(data, onClose);
  const id = useId();
  const title = t(data.address ? 'accounts:addresses.edit' : 'accounts:addresses.add');
  return (
    <form noValidate onSubmit={submit} className="w-140 max-w-full p-6 phone:w-full">
      <DialogTitle className="pe-8 text-card font-semibold">{title}</DialogTitle>
      {error && (
        <div className="mt-4">
          <ErrorBanner text={errorText(t, error)} requestId={error.requestId} />
        </div>
      )}
      <div className="mt-4 grid grid-cols-2 items-start gap-4 phone:grid-cols-1 [&>*]:col-span-full">
        <TypeInput form={form} />
        <TextInput form={form} name="title" label={t('accounts:addresses.name')} />
        <AddressFind
          id="field-suggest"
          texts={{
            label: t('accounts:addresses.suggest'),
            hint: t('accounts:addresses.suggest-hint'),
            nothing: t('accounts:addresses.suggest-nothing'),
            off: t('accounts:addresses.suggest-failed'),
          }}
          onFound={choose}
        />
        {parts.map((part) => (
          <div key={part} className={part === 'street_address' ? '' : 'col-span-1!'}>
            <TextInput form={form} name={`address.${part}`} label={t(`accounts:addresses.${part}`)} />
          </div>
        ))}
        <DefaultInput form={form} id={id} />
      </div>
      <DialogButtons>
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant="primary" isLoading={form.formState.isSubmitting}>
          {t('common:button-save')}
        </Button>
      </DialogButtons>
    </form>
  );
}

function TypeInput({ form }: { form: AddressForm }) {
  const { t } = useTranslation('accounts');
  const { field, error } = useFormField(form, 'type');
  return (
    <ChoiceField
      id="field-type"
      label={t('accounts:addresses.type')}
      error={error}
      isRequired
      value={field.value}
      values={addressTypes}
      word={(value) => t(`accounts:addresses.types.${value}`)}
      onChange={field.onChange}
    />
  );
}

interface TextInputProps {
  form: AddressForm;
  name: Extract<FieldPath<AddressInput>, 'title' | `address.${string}`>;
  label: string;
}

function TextInput({ form, name, label }: TextInputProps) {
  const { field, error } = useFormField(form, name);
  return <Field as={Input} id={`field-${name}`} label={label} error={error} isRequired {...field} />;
}

function DefaultInput({ form, id }: { form: AddressForm; id: string }) {
  const { t } = useTranslation('accounts');
  const { field } = useController({ name: 'default', control: form.control });
  return (
    <div className="flex items-center gap-3">
      <Switch id={id} isOn={field.value === true} onChange={field.onChange} />
      <label htmlFor={id}>{t('accounts:addresses.make-default')}</label>
    </div>
  );
}

type AddressForm = UseFormReturn<AddressInput>;

const emptyIn = (country: string): AddressInput => ({
  title: '',
  type: 'billing',
  default: false,
  address: { country, state: '', city: '', zip: '', street_address: '' },
  location: null,
});

/** State of the address form: saves the person's address and shows server errors at their fields. */
function useAddressForm(
  { userId, address, type = 'billing' }: DialogData['ADD_OR_UPDATE_ADDRESS'],
  onClose: () => void,
) {
  const { t } = useTranslation(['accounts', 'common']);
  const refresh = useRefresh(['users', 'address', 'me']);
  const hasBook = useCan('address-book');
  const [error, setError] = useState<ClientError>();
  const [resolver] = useState(() =>
    lazyResolver<AddressInput>(() =>
      import('@/contract/accounts/addresses/schema').then((module) => module.addressSchema),
    ),
  );
  const form = useForm<AddressInput>({
    defaultValues: { ...emptyIn(t('accounts:addresses.own-country')), type, ...address },
    resolver,
  });
  useEffect(() => resolver.prepare(), [resolver]);
  const save = useMutation({
    mutationFn: (input: AddressInput): Promise<unknown> => {
      // Other servers save addresses with their person.
      if (!hasBook)
        return api.put(`users/${userId}`, { address: [{ ...(address && { id: address.id }), ...input }] });
      return address
        ? api.put(`address/${address.id}`, input)
        : api.post('address', { ...input, customer_id: userId });
    },
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
    void refresh();
  });

  function placeError(failure: ClientError) {
    const known = fields.filter((path) => failure.fields[path]);
    for (const path of known) form.setError(path, { type: 'server', message: failure.fields[path]?.[0] });
    if (known.length === 0) setError(failure);
  }

  /** A result overwrites only the parts that it contains. */
  function choose(found: AddressSuggestion) {
    for (const part of parts) {
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

  const submitOrSay = (event: FormEvent) =>
    submit(event).catch((reason: unknown) => setError(toClientError(reason)));
  return { form, choose, error, submit: (event: FormEvent) => void submitOrSay(event) };
}

const fields: readonly FieldPath<AddressInput>[] = [
  'title',
  'type',
  ...parts.map((part) => `address.${part}` as const),
];
