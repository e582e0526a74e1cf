import '@/lib/i18n/form-words';
import { DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useId } from 'react';
import { type FieldPath, useController } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { RadioGroup } from '@/components/inputs/radio-group';
import { Switch } from '@/components/inputs/switch';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { type AddressInput, addressTypes } from '@/contract/accounts/addresses/schema';
import type { DialogData } from '@/contract/core/dialogs';
import { errorText } from '@/lib/api/errors';
import { AddressSuggest } from './address-suggest';
import { type AddressForm, useAddressForm } from './use-address-form';

interface AddressDialogProps {
  data: DialogData['ADD_OR_UPDATE_ADDRESS'];
  onClose: () => void;
}

/** Parts of an address in the order in which they are written in Russia. */
const parts = ['zip', 'country', 'state', 'city', 'street_address'] as const;

/** An address, searched for or written by hand: what is chosen fills the parts, which stay open (reference pages §7.4). */
export function AddressDialog({ data, onClose }: AddressDialogProps) {
  const { t } = useTranslation(['form', 'common']);
  const { form, submit, choose, error } = useAddressForm(data, onClose);
  const id = useId();
  const title = t(data.address ? 'form:addresses.edit' : 'form:addresses.add');
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
        <TextInput form={form} name="title" label={t('form:addresses.name')} />
        <AddressSuggest onChoose={choose} />
        {parts.map((part) => (
          <Cell key={part} isNarrow={part !== 'street_address'}>
            <TextInput form={form} name={`address.${part}`} label={t(`form:addresses.${part}`)} />
          </Cell>
        ))}
        <DefaultInput form={form} id={id} />
      </div>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant="primary" isLoading={form.formState.isSubmitting}>
          {t('common:button-save')}
        </Button>
      </div>
    </form>
  );
}

function Cell({ isNarrow, children }: { isNarrow: boolean; children: ReactNode }) {
  return <div className={isNarrow ? 'col-span-1!' : ''}>{children}</div>;
}

function TypeInput({ form }: { form: AddressForm }) {
  const { t } = useTranslation('form');
  const { field, fieldState } = useController({ name: 'type', control: form.control });
  const message = fieldState.error?.message;
  const label = t('form:addresses.type');
  return (
    <Field id="field-type" label={label} error={message && t(`form:${message}`)} isRequired>
      {(control) => (
        <RadioGroup
          {...{ control, label }}
          name="address-type"
          value={field.value}
          options={addressTypes.map((value) => ({ value, label: t(`form:addresses.types.${value}`) }))}
          onChange={field.onChange}
        />
      )}
    </Field>
  );
}

interface TextInputProps {
  form: AddressForm;
  name: Extract<FieldPath<AddressInput>, 'title' | `address.${string}`>;
  label: string;
}

function TextInput({ form, name, label }: TextInputProps) {
  const { t } = useTranslation('form');
  const { field, fieldState } = useController({ name, control: form.control });
  const message = fieldState.error?.message;
  return (
    <Field
      id={`field-${name}`}
      label={label}
      error={message && t(`form:${message}`, { defaultValue: message })}
      isRequired
    >
      {(control) => <Input {...control} {...field} />}
    </Field>
  );
}

function DefaultInput({ form, id }: { form: AddressForm; id: string }) {
  const { t } = useTranslation('form');
  const { field } = useController({ name: 'default', control: form.control });
  return (
    <div className="flex items-center gap-3">
      <Switch id={id} isOn={field.value === true} onChange={field.onChange} />
      <label htmlFor={id}>{t('form:addresses.make-default')}</label>
    </div>
  );
}
