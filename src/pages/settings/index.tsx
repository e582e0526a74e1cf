import { definePage, lazy } from '@/shell/define-page';

const GeneralSettings = lazy(() => import('@/features/settings/general-settings'), 'GeneralSettings');

export default definePage(GeneralSettings, { titleKey: 'settings:settings.title' });
