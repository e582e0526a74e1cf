import { definePage, lazy } from '@/shell/define-page';

const EventsSettings = lazy(() => import('@/features/settings/events-settings'), 'EventsSettings');

export default definePage(EventsSettings, { titleKey: 'common:text-events-settings' });
