import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const Services = dynamic(() =>
  import('@/features/settings/services/services-page').then((module) => module.ServicesPage),
);

export default definePage(Services, { titleKey: 'common:text-outside-services' });
