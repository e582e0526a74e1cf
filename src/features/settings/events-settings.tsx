import { useTranslation } from 'next-i18next/pages';
import type { FieldValues } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import type { SettingsOptions } from '@/contract/settings';
import { defaultEvents, mailEvents, smsEvents } from '@/contract/settings/event-names';
import { BellSwitches } from './bell-switches';
import { EventMatrix } from './event-matrix';
import { SettingsPage } from './settings-page';

/** The events tab of the settings (reference entities E15): who is told of what, and how. */
export function EventsSettings() {
  const { t } = useTranslation('form');
  const count = (_key: string, value: unknown) => t('form:settings.events-on', { count: countOn(value) });
  return (
    <SettingsPage
      current="/settings/events"
      valuesOf={eventValues}
      schema={() => import('@/contract/settings/events').then((module) => module.eventSettingsSchema)}
      textOf={count}
    >
      {(form) => (
        <>
          <Card title={t('form:settings.fields.emailEvent')} text={t('form:settings.mail-text')}>
            <EventMatrix form={form} name="emailEvent" events={mailEvents} />
          </Card>
          <Card title={t('form:settings.fields.smsEvent')} text={t('form:settings.sms-text')}>
            <EventMatrix form={form} name="smsEvent" events={smsEvents} />
          </Card>
          <Card title={t('form:settings.fields.pushNotification')} text={t('form:settings.push-text')}>
            <BellSwitches form={form} />
          </Card>
        </>
      )}
    </SettingsPage>
  );
}

function eventValues(options: SettingsOptions): FieldValues {
  const { emailEvent, smsEvent, pushNotification } = { ...defaultEvents, ...options };
  return { emailEvent, smsEvent, pushNotification };
}

function countOn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return Number(value === true);
  return Object.values(value).reduce((sum: number, one: unknown) => sum + countOn(one), 0);
}
