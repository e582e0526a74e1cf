import { DialogTitle } from '@headlessui/react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type FormEvent, useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { PhoneInput } from '@/components/inputs/phone-input';
import { ErrorBanner } from '@/components/page/error-banner';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { User } from '@/contract/accounts/users/schema';
import { toSearch } from '@/contract/core/search';
import { useCheckoutWord } from '@/features/orders/checkout/use-checkout-word';
import { api } from '@/lib/api/client';
import { type ClientError, errorText, toClientError } from '@/lib/api/errors';
import { lazyResolver } from '@/lib/form/lazy-resolver';
import { maskPhone, wholePhone } from '@/lib/format/phone-mask';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { newKey } from '@/lib/new-key';
import { showToast } from '@/lib/toast';
import { useCheckoutActions } from '@/state/checkout';
import { useCheckoutChoices } from './checkout-hooks';

/** Chooses a customer or creates one. */
export function CustomerDialog({ onClose }: { onClose: () => void }) {
  const word = useCheckoutWord();
  const { chooseCustomer } = useCheckoutChoices();
  const { setCustomerContact } = useCheckoutActions();
  const [isNew, setNew] = useState(false);
  const [text, setText] = useState('');
  const choose = ({ id, name, profile }: Pick<User, 'id' | 'name' | 'profile'>) => {
    chooseCustomer({ value: id, label: name });
    if (profile.contact) setCustomerContact(profile.contact);
    onClose();
  };
  return (
    <div className="w-130 max-w-full p-6 phone:w-full phone:p-5">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-2 pe-10 desk:pe-0">
        <DialogTitle className="text-card font-semibold">
          {word(`dialogs.customer.${isNew ? 'new' : 'title'}`)}
        </DialogTitle>
        {!isNew && (
          <Button icon={<SpriteIcon name="plus" className="size-4" />} onClick={() => setNew(true)}>
            {word('dialogs.customer.new')}
          </Button>
        )}
      </div>
      {isNew ? (
        <NewCustomer typed={text} onCreated={choose} onBack={() => setNew(false)} />
      ) : (
        <CustomerSearch text={text} onText={setText} onChoose={choose} />
      )}
    </div>
  );
}

interface CustomerSearchProps {
  text: string;
  onText: (text: string) => void;
  onChoose: (user: User) => void;
}

/** Search expression: the text is read as phone, email or name. */
function customerSearch(text: string): string {
  const typed = text.trim();
  const isPhone = /^[+\d][\d\s()+-]*$/.test(typed) && typed.replace(/\D/g, '').length >= 3;
  const key = typed.includes('@') ? 'email' : isPhone ? 'contact' : 'name';
  return toSearch({ [key]: isPhone ? maskPhone(typed) : typed, is_active: '1' });
}

/** Searches active users; the first ten. */
function CustomerSearch({ text, onText, onChoose }: CustomerSearchProps) {
  const word = useCheckoutWord();
  const query = { limit: 10, searchJoin: 'and', search: customerSearch(useDebouncedValue(text)) };
  const found = useQuery({
    queryKey: ['users', 'list', query],
    queryFn: () => api.page('users', query),
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.rows ?? [];
  return (
    <>
      <Input
        aria-label={word('dialogs.customer.search')}
        placeholder={word('dialogs.customer.search')}
        className="mt-3 h-11!"
        autoComplete="off"
        autoFocus
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <p aria-live="polite" className="mt-3 text-ink-second">
        {rows.length === 0 && word(`dialogs.customer.${found.isFetching ? 'loading' : 'nothing'}`)}
      </p>
      <ul aria-label={word('dialogs.customer.found')} className="max-h-[50vh] min-h-40 overflow-y-auto">
        {rows.map((user) => (
          <li key={user.id}>
            <button
              type="button"
              className="flex min-h-12 w-full items-center gap-3 rounded-control px-2 py-1.5 text-start -outline-offset-2! transition-colors hover:bg-sunken"
              onClick={() => onChoose(user)}
            >
              <Avatar name={user.name} path={user.profile.avatar?.thumbnail} />
              <span className="min-w-0">
                <span className="block font-medium break-words">{user.name}</span>
                <span className="block text-small break-all text-ink-second">
                  {[user.email, user.profile.contact].filter(Boolean).join(' · ')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface NewCustomerProps {
  /** Search text, used to prefill the form. */
  typed: string;
  onCreated: (user: User) => void;
  onBack: () => void;
}

/** New customer: name, email, phone. */
function NewCustomer({ typed, onCreated, onBack }: NewCustomerProps) {
  const { t } = useTranslation(['form', 'common']);
  const word = useCheckoutWord();
  const { form, submit, error } = useNewCustomer(typed, onCreated);
  const { register, control, formState } = form;
  const wrong = (key: 'name' | 'email' | 'contact') => {
    const message = formState.errors[key]?.message;
    return message && t(`form:${message}`, { defaultValue: message });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-3 grid gap-4">
      {error && <ErrorBanner text={errorText(t, error)} requestId={error.requestId} />}
      <Field
        as={Input}
        id="field-name"
        label={word('dialogs.customer.name')}
        error={wrong('name')}
        isRequired
        {...register('name')}
        autoComplete="off"
        autoFocus
        maxLength={255}
      />
      <Field
        as={Input}
        id="field-email"
        label={word('dialogs.customer.email')}
        error={wrong('email')}
        isRequired
        {...register('email')}
        type="email"
        dir="ltr"
        autoComplete="off"
        maxLength={254}
      />
      <Controller
        name="contact"
        control={control}
        render={({ field }) => (
          <Field
            as={PhoneInput}
            id="field-contact"
            label={word('dialogs.customer.phone')}
            error={wrong('contact')}
            isRequired
            {...field}
            autoComplete="off"
          />
        )}
      />
      <p className="text-small text-ink-second">{word('dialogs.customer.new-text')}</p>
      <DialogButtons className="">
        <Button onClick={onBack}>{word('dialogs.customer.back')}</Button>
        <Button type="submit" variant="primary" isLoading={formState.isSubmitting}>
          {word('dialogs.customer.create')}
        </Button>
      </DialogButtons>
    </form>
  );
}

interface CustomerInput {
  name: string;
  email: string;
  contact: string;
}

/** Prefills the field that the search text fits. */
function prefillFrom(typed: string): CustomerInput {
  const text = typed.trim();
  const empty = { name: '', email: '', contact: '' };
  if (text.includes('@')) return { ...empty, email: text };
  const phone = wholePhone(text);
  if (phone) return { ...empty, contact: phone };
  return /^[\d\s+()-]*$/.test(text) ? empty : { ...empty, name: text };
}

/** Form state of a new customer; field errors of the server are shown at their fields. */
function useNewCustomer(typed: string, onCreated: (user: User) => void) {
  const word = useCheckoutWord();
  const client = useQueryClient();
  const [error, setError] = useState<ClientError>();
  const [resolver] = useState(() =>
    lazyResolver<CustomerInput>(() =>
      import('@/contract/accounts/users/schema').then((module) => module.newCustomerSchema),
    ),
  );
  const form = useForm<CustomerInput>({ defaultValues: prefillFrom(typed), resolver });
  useEffect(() => resolver.prepare(), [resolver]);
  const save = useMutation({
    // Random password: the customer sets their own through "forgot password".
    mutationFn: ({ name, email, contact }: CustomerInput) =>
      api.post('users', {
        name,
        email,
        password: `Aa1${newKey()}`,
        profile: { contact, notifications: {} },
      }),
    meta: { silent: true },
  });
  const submit = form.handleSubmit(async (values) => {
    setError(undefined);
    try {
      const user = await save.mutateAsync(values);
      showToast('success', word('dialogs.customer.created', { name: user.name }));
      void client.invalidateQueries({ queryKey: ['users'] });
      onCreated(user);
    } catch (reason) {
      showError(toClientError(reason));
    }
  });

  function showError(failure: ClientError) {
    const of = (key: keyof CustomerInput) => failure.fields[key === 'contact' ? 'profile.contact' : key]?.[0];
    const wrong = (['name', 'email', 'contact'] as const).filter((key) => of(key));
    for (const key of wrong) form.setError(key, { type: 'server', message: of(key) ?? '' });
    if (wrong.length === 0) setError(failure);
  }

  const submitOrSay = (event: FormEvent) =>
    submit(event).catch((reason: unknown) => setError(toClientError(reason)));
  return { form, error, submit: (event: FormEvent) => void submitOrSay(event) };
}
