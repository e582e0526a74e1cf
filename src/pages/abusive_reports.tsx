import { definePage, lazy } from '@/shell/define-page';

const ReportsPage = lazy(() => import('@/features/feedback/complaints/reports-page'), 'ReportsPage');

export default definePage(ReportsPage, { titleKey: 'common:text-abuse-report' });
