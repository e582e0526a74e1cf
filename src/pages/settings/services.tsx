import dynamic from 'next/dynamic';

const Services = dynamic(() =>
  import('@/features/settings/services/services-page').then((module) => module.ServicesPage),
);

export default function ServicesSettingsPage() {
  return <Services />;
}

ServicesSettingsPage.titleKey = 'common:text-outside-services';
