import { definePage, lazy } from '@/shell/define-page';

const Reports = lazy(() => import('@/features/insights/reports/reports-page'), 'ReportsPage');

export default definePage(Reports, { titleKey: 'common:text-reports', texts: ['insights'] });
