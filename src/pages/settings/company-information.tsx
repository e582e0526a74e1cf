import { definePage, lazy } from '@/shell/define-page';

const CompanySettings = lazy(() => import('@/features/settings/company-settings'), 'CompanySettings');

export default definePage(CompanySettings, { titleKey: 'common:text-company-settings' });
