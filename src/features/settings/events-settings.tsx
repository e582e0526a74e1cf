import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { Switch } from '@/components/inputs/switch';
import { Card } from '@/components/ui/card';
import type { SettingsOptions } from '@/contract/settings';
import {
  allEvents,
  type Bell,
  bells,
  defaultEvents,
  mailEvents,
  type Receiver,
  receivers,
  smsEvents,
} from '@/contract/settings/event-names';
import { settingId } from './settings-cards';
import { SettingsPage } from './settings-page';

export function EventsSettings() {
  const { t } = useTranslation('settings');
  const count = (_key: string, value: unknown) => t('settings:settings.events-on', { count: countOn(value) });
  return (
    <SettingsPage
      current="/settings/events"
      valuesOf={eventValues}
      schema={() => import('@/contract/settings/events').then((module) => module.eventSettingsSchema)}
      textOf={count}
    >
      {(form) => (
        <>
          <section id={settingId('emailEvent')}>
            <Card title={t('settings:settings.fields.emailEvent')} text={t('settings:settings.mail-text')}>
              <EventMatrix form={form} name="emailEvent" events={mailEvents} />
            </Card>
          </section>
          <section id={settingId('smsEvent')}>
            <Card title={t('settings:settings.fields.smsEvent')} text={t('settings:settings.sms-text')}>
              <EventMatrix form={form} name="smsEvent" events={smsEvents} />
            </Card>
          </section>
          <Card
            title={t('settings:settings.fields.pushNotification')}
            text={t('settings:settings.push-text')}
          >
            <BellSwitches form={form} />
          </Card>
        </>
      )}
    </SettingsPage>
  );
}

function eventValues(options: SettingsOptions): FieldValues {
  const { emailEvent, smsEvent, pushNotification } = { ...defaultEvents, ...options };
  // A kind newer than the last save is on, as on the server.
  const bells = { ...defaultEvents.pushNotification.all, ...pushNotification.all };
  return { emailEvent, smsEvent, pushNotification: { all: bells } };
}

function countOn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return Number(value === true);
  return Object.values(value).reduce((sum: number, one: unknown) => sum + countOn(one), 0);
}

type Form = UseFormReturn<FieldValues>;

/** Kinds of notifications shown in the panel's bell. */
function BellSwitches({ form }: { form: Form }) {
  return (
    <ul className="grid gap-x-8 gap-y-3.5 @xl:grid-cols-2">
      {bells.map((bell) => (
        <BellSwitch key={bell} form={form} bell={bell} />
      ))}
    </ul>
  );
}

function BellSwitch({ form, bell }: { form: Form; bell: Bell }) {
  const { t } = useTranslation('settings');
  const { field } = useController({ name: `pushNotification.all.${bell}`, control: form.control });
  return (
    <li className="flex items-center justify-between gap-3">
      <label htmlFor={`bell-${bell}`} className="min-w-0">
        {t(`settings:settings.bells.${bell}`)}
      </label>
      <Switch id={`bell-${bell}`} ref={field.ref} isOn={field.value === true} onChange={field.onChange} />
    </li>
  );
}

interface EventMatrixProps {
  form: UseFormReturn<FieldValues>;
  name: 'emailEvent' | 'smsEvent';
  events: Record<Receiver, readonly string[]>;
}

/** Events in rows, receivers in columns. */
function EventMatrix({ form, name, events }: EventMatrixProps) {
  const { t } = useTranslation('settings');
  const known = allEvents.filter((event) => receivers.some((receiver) => events[receiver].includes(event)));
  return (
    <div className="-mx-4 overflow-x-auto px-4 desk:mx-0 desk:px-0">
      <table className="w-full border-collapse text-start">
        <thead>
          <tr className="border-b border-line text-small text-ink-second">
            <th scope="col" className="py-2 pe-3 text-start font-medium">
              {t('settings:settings.event')}
            </th>
            {receivers.map((receiver) => (
              <th key={receiver} scope="col" className="px-2 py-2 text-center font-medium phone:px-1">
                {t(`settings:settings.receivers.${receiver}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.map((event) => (
            <tr key={event} className="border-b border-line-faint last:border-0">
              <th scope="row" className="min-w-36 py-3 pe-3 phone:min-w-28 phone:pe-1 text-start font-normal">
                {t(`settings:settings.events.${event}`)}
              </th>
              {receivers.map((receiver) => (
                <td key={receiver} className="px-2 py-3 text-center phone:px-1.5">
                  {events[receiver].includes(event) ? (
                    <EventSwitch
                      form={form}
                      path={`${name}.${receiver}.${event}`}
                      label={`${t(`settings:settings.events.${event}`)}: ${unbroken(t(`settings:settings.receivers.${receiver}`))}`}
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

/** Soft hyphens make a heading fit on a phone; they are not part of the accessible name. */
const unbroken = (text: string) => text.replaceAll('\u00ad', '');

function EventSwitch({ form, path, label }: { form: EventMatrixProps['form']; path: string; label: string }) {
  const { field } = useController({ name: path, control: form.control });
  return <Switch ref={field.ref} aria-label={label} isOn={field.value === true} onChange={field.onChange} />;
}
