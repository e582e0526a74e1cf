import { useTranslation } from 'next-i18next/pages';
import { Controller } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { PhoneInput } from '@/components/inputs/phone-input';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import type { User } from '@/contract/accounts/users/schema';
import { usePosWord } from '@/features/orders/till/use-till-word';
import { errorText } from '@/lib/api/errors';
import { useNewCustomer } from './use-new-customer';

interface NewCustomerProps {
  /** What was searched for: it need not be typed again. */
  typed: string;
  onCreated: (user: User) => void;
  onBack: () => void;
}

/** A customer who stands at the counter: name, address of mail, phone. */
export function NewCustomer({ typed, onCreated, onBack }: NewCustomerProps) {
  const { t } = useTranslation(['form', 'common']);
  const word = usePosWord();
  const { form, submit, error } = useNewCustomer(typed, onCreated);
  const { register, control, formState } = form;
  const wrong = (key: 'name' | 'email' | 'contact') => {
    const message = formState.errors[key]?.message;
    return message && t(`form:${message}`, { defaultValue: message });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-3 grid gap-4">
      {error && (
        <ErrorBanner text={errorText(t, error)} {...(error.requestId && { requestId: error.requestId })} />
      )}
      <Field id="field-name" label={word('dialogs.customer.name')} error={wrong('name')} isRequired>
        {(props) => <Input {...props} {...register('name')} autoComplete="off" autoFocus maxLength={255} />}
      </Field>
      <Field id="field-email" label={word('dialogs.customer.email')} error={wrong('email')} isRequired>
        {(props) => (
          <Input
            {...props}
            {...register('email')}
            type="email"
            dir="ltr"
            autoComplete="off"
            maxLength={254}
          />
        )}
      </Field>
      <Controller
        name="contact"
        control={control}
        render={({ field }) => (
          <Field
            id="field-contact"
            label={word('dialogs.customer.phone')}
            error={wrong('contact')}
            isRequired
          >
            {(props) => <PhoneInput {...props} {...field} autoComplete="off" />}
          </Field>
        )}
      />
      <p className="text-small text-ink-second">{word('dialogs.customer.new-text')}</p>
      <div className="flex justify-end gap-2">
        <Button onClick={onBack}>{word('dialogs.customer.back')}</Button>
        <Button type="submit" variant="primary" isLoading={formState.isSubmitting}>
          {word('dialogs.customer.create')}
        </Button>
      </div>
    </form>
  );
}
