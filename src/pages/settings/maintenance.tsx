import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const MaintenanceSettings = dynamic(() =>
  import('@/features/settings/maintenance-settings').then((module) => module.MaintenanceSettings),
);

export default definePage(MaintenanceSettings, { titleKey: 'common:text-maintenance-settings' });
