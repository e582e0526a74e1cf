import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { DateInput } from '@/components/inputs/dates/date-input';
import { Field } from '@/components/inputs/field';
import { Select } from '@/components/inputs/select';
import type { DialogProps } from '@/contract/dialogs';
import { businessDay } from '@/contract/settings/business-day';
import { toClientError } from '@/lib/api/errors';
import { useSettings } from '@/state/settings';
import { useOrderCall } from '../use-order-call';

export function DeliveryDateDialog({ data, onClose }: DialogProps<'ENTER_DELIVERY_DATE'>) {
  const { t } = useTranslation(['orders', 'form']);
  const { deliveryTime } = useSettings();
  const [day, setDay] = useState(data.day ?? '');
  const [time, setTime] = useState(data.time ?? '');
  const [invalid, setInvalid] = useState<string>();
  const call = useOrderCall({
    path: `orders/${data.id}/delivery-date`,
    done: 'orders:orders.dialogs.date-done',
    silent: ['VALIDATION_FAILED'],
    onDone: onClose,
  });
  const today = businessDay(new Date());
  const refused = call.error ? toClientError(call.error).fields.delivery_date?.[0] : undefined;
  const error = invalid ?? refused;
  const titles = deliveryTime.map(({ title }) => title);
  const slots = time === '' || titles.includes(time) ? titles : [time, ...titles];
  const submit = () => {
    const mistake = dateError(day, today);
    setInvalid(mistake);
    const { version } = data;
    if (!mistake) call.mutate({ delivery_date: day, delivery_time: time || null, version });
  };
  return (
    <AskForm
      title={t('orders:orders.dialogs.date-title', { number: data.number })}
      text={t('orders:orders.dialogs.date-text')}
      confirmLabel={t('orders:orders.dialogs.date-confirm')}
      isLoading={call.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <Field
        as={DateInput}
        id="field-delivery_date"
        label={t('orders:orders.dialogs.day')}
        error={error && t(`form:${error}`, { defaultValue: error })}
        isRequired
        value={day}
        min={today}
        onChange={setDay}
      />
      {slots.length > 0 && (
        <Field
          as={Select}
          id="field-delivery_time"
          label={t('orders:orders.dialogs.time')}
          value={time}
          options={[
            { value: '', label: t('orders:orders.dialogs.any-time') },
            ...slots.map((slot) => ({ value: slot, label: slot })),
          ]}
          onChange={({ target }) => setTime(target.value)}
        />
      )}
    </AskForm>
  );
}

/** Same rules as the API. */
function dateError(day: string, today: string): string | undefined {
  if (day === '') return 'error-day-required';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return 'error-date-format';
  return day < today ? 'error-date-past' : undefined;
}
