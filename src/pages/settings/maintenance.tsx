import { definePage, lazy } from '@/shell/define-page';

const MaintenanceSettings = lazy(
  () => import('@/features/settings/maintenance-settings'),
  'MaintenanceSettings',
);

export default definePage(MaintenanceSettings, { titleKey: 'common:text-maintenance-settings' });
