import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { Switch } from '@/components/inputs/switch';
import { allEvents, type Receiver, receivers } from '@/contract/settings/event-names';

interface EventMatrixProps {
  form: UseFormReturn<FieldValues>;
  name: 'emailEvent' | 'smsEvent';
  events: Record<Receiver, readonly string[]>;
}

/** What is told, in lines; whom, in columns. */
export function EventMatrix({ form, name, events }: EventMatrixProps) {
  const { t } = useTranslation('form');
  const known = allEvents.filter((event) => receivers.some((receiver) => events[receiver].includes(event)));
  return (
    <div className="-mx-4 overflow-x-auto px-4 desk:mx-0 desk:px-0">
      <table className="w-full border-collapse text-start">
        <thead>
          <tr className="border-b border-line text-small text-ink-second">
            <th scope="col" className="py-2 pe-3 text-start font-medium">
              {t('form:settings.event')}
            </th>
            {receivers.map((receiver) => (
              <th key={receiver} scope="col" className="px-2 py-2 text-center font-medium">
                {t(`form:settings.receivers.${receiver}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.map((event) => (
            <tr key={event} className="border-b border-line-faint last:border-0">
              <th scope="row" className="min-w-36 py-3 pe-3 text-start font-normal">
                {t(`form:settings.events.${event}`)}
              </th>
              {receivers.map((receiver) => (
                <td key={receiver} className="px-2 py-3 text-center">
                  {events[receiver].includes(event) ? (
                    <EventSwitch
                      form={form}
                      path={`${name}.${receiver}.${event}`}
                      label={`${t(`form:settings.events.${event}`)}: ${t(`form:settings.receivers.${receiver}`)}`}
                    />
                  ) : (
                    <span aria-hidden="true" className="text-ink-third">
                      —
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EventSwitch({ form, path, label }: { form: EventMatrixProps['form']; path: string; label: string }) {
  const { field } = useController({ name: path, control: form.control });
  return <Switch ref={field.ref} aria-label={label} isOn={field.value === true} onChange={field.onChange} />;
}
