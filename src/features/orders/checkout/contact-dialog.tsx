import { DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { Field } from '@/components/inputs/field';
import { PhoneInput } from '@/components/inputs/phone-input';
import { Button } from '@/components/ui/button';
import { useCheckoutWord } from '@/features/orders/checkout/use-checkout-word';
import { wholePhone } from '@/lib/format/phone-mask';
import { useCheckout, useCheckoutActions } from '@/state/checkout';

/** Contact phone of this order, kept in the checkout state. */
export function ContactDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['form', 'common']);
  const word = useCheckoutWord();
  const { customer_contact: stored } = useCheckout();
  const { setCustomerContact } = useCheckoutActions();
  const [phone, setPhone] = useState(stored);
  const [error, setError] = useState<string>();
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    // The customer's own number may be of another country.
    const whole = phone === stored && stored.trim() ? stored : wholePhone(phone);
    if (!whole) return setError(phone.trim() ? 'error-phone-format' : 'error-phone-required');
    setCustomerContact(whole);
    onClose();
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="w-100 max-w-full p-6 phone:w-full phone:p-5">
      <DialogTitle className="pe-8 text-card font-semibold">{word('dialogs.contact.title')}</DialogTitle>
      <div className="mt-4">
        <Field
          as={PhoneInput}
          id="field-contact"
          label={word('dialogs.contact.label')}
          hint={word('dialogs.contact.hint')}
          error={error && t(`form:${error}`)}
          isRequired
          autoFocus
          value={phone}
          onChange={setPhone}
        />
      </div>
      <DialogButtons>
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('common:button-save')}
        </Button>
      </DialogButtons>
    </form>
  );
}
