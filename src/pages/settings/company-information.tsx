import dynamic from 'next/dynamic';

const CompanySettings = dynamic(() =>
  import('@/features/settings/company-settings').then((module) => module.CompanySettings),
);

export default function CompanySettingsPage() {
  return <CompanySettings />;
}

CompanySettingsPage.titleKey = 'common:text-company-settings';
