import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { PhoneInput } from '@/components/inputs/phone-input';
import { toPhone } from '@/contract/core/phone';
import type { DialogProps } from '@/contract/dialogs';
import { shownNumber } from '@/contract/orders/number';
import type { OrderDetails } from '@/contract/orders/wire';
import { unlessMasked } from '@/lib/format/masked';
import { EditOutcome } from './edit-outcome';
import { type EditBody, useOrderEdit } from './use-order-edit';

interface Contact {
  name: string;
  phone: string;
  email: string;
}

/** Another name, phone or e-mail of the customer. A shop needs the consent of the old contact. */
export function EditContactDialog({ data: { order }, onClose }: DialogProps<'EDIT_ORDER_CONTACT'>) {
  const { t } = useTranslation('orders');
  const shown: Contact = {
    name: order.customer_name ?? '',
    phone: unlessMasked(order.customer_contact),
    email: unlessMasked(order.customer_email),
  };
  const [contact, setContact] = useState(shown);
  const edit = useOrderEdit(order, bodyOf(order, shown, contact), onClose);
  const change = (facts: Partial<Contact>) => {
    setContact({ ...contact, ...facts });
    edit.reset();
  };
  return (
    <AskForm
      title={t('orders:orders.edit.contact-title', { number: shownNumber(order) })}
      text={t('orders:orders.edit.contact-text')}
      confirmLabel={t(`orders:orders.edit.${edit.consent === 'asks' ? 'ask' : 'save'}`)}
      isLoading={edit.isSaving}
      isDisabled={!edit.preview}
      onConfirm={edit.submit}
      onClose={onClose}
    >
      <ContactFields contact={contact} errors={edit.fields} onChange={change} />
      <EditOutcome edit={edit} />
    </AskForm>
  );
}

interface ContactFieldsProps {
  contact: Contact;
  /** Error keys by field of the API. */
  errors: Record<string, string[]>;
  onChange: (facts: Partial<Contact>) => void;
}

function ContactFields({ contact, errors, onChange }: ContactFieldsProps) {
  const { t } = useTranslation(['orders', 'form']);
  const errorOf = (field: string) => {
    const [text] = errors[field] ?? [];
    return text && t(`form:${text}`);
  };
  return (
    <>
      <Field
        as={Input}
        id="contact-name"
        label={t('orders:orders.fields.customer_name')}
        error={errorOf('customer_name')}
        autoComplete="off"
        maxLength={255}
        value={contact.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Field
        as={PhoneInput}
        id="contact-phone"
        label={t('orders:orders.fields.customer_contact')}
        error={errorOf('customer_contact')}
        value={contact.phone}
        onChange={(phone) => onChange({ phone })}
      />
      <Field
        as={Input}
        id="contact-email"
        label={t('orders:orders.fields.customer_email')}
        error={errorOf('customer_email')}
        type="email"
        dir="ltr"
        autoComplete="off"
        maxLength={254}
        value={contact.email}
        onChange={(event) => onChange({ email: event.target.value })}
      />
    </>
  );
}

/** Only what differs; undefined while nothing does or the phone is not whole. */
function bodyOf(
  { version }: OrderDetails,
  shown: Contact,
  { name, phone, email }: Contact,
): EditBody | undefined {
  const whole = toPhone(phone);
  if (phone !== shown.phone && !whole) return undefined;
  const facts = {
    ...(name.trim() !== '' && name.trim() !== shown.name && { customer_name: name.trim() }),
    ...(whole && phone !== shown.phone && { customer_contact: whole }),
    ...(email.trim() !== '' && email.trim() !== shown.email && { customer_email: email.trim() }),
  };
  return Object.keys(facts).length === 0 ? undefined : { ...facts, version };
}
