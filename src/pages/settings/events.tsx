import dynamic from 'next/dynamic';

const EventsSettings = dynamic(() =>
  import('@/features/settings/events-settings').then((module) => module.EventsSettings),
);

export default function EventsSettingsPage() {
  return <EventsSettings />;
}

EventsSettingsPage.titleKey = 'common:text-events-settings';
