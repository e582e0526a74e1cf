import { definePage, lazy } from '@/shell/define-page';

const Services = lazy(() => import('@/features/settings/services/services-page'), 'ServicesPage');

export default definePage(Services, { titleKey: 'common:text-outside-services' });
