import dynamic from 'next/dynamic';

const GeneralSettings = dynamic(() =>
  import('@/features/settings/general-settings').then((module) => module.GeneralSettings),
);

export default function SettingsPage() {
  return <GeneralSettings />;
}

SettingsPage.titleKey = 'settings:settings.title';
