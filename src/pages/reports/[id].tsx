import { definePage, lazy } from '@/shell/define-page';

const Report = lazy(() => import('@/features/insights/reports/report-page'), 'ReportPage');

export default definePage(Report, { titleKey: 'common:text-reports', texts: ['insights'] });
