import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const EventsSettings = dynamic(() =>
  import('@/features/settings/events-settings').then((module) => module.EventsSettings),
);

export default definePage(EventsSettings, { titleKey: 'common:text-events-settings' });
