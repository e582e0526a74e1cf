import dynamic from 'next/dynamic';

const MaintenanceSettings = dynamic(() =>
  import('@/features/settings/maintenance-settings').then((module) => module.MaintenanceSettings),
);

export default function MaintenanceSettingsPage() {
  return <MaintenanceSettings />;
}

MaintenanceSettingsPage.titleKey = 'common:text-maintenance-settings';
