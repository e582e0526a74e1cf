import { definePage, lazy } from '@/shell/define-page';

const Jobs = lazy(() => import('@/features/insights/jobs/jobs-page'), 'JobsPage');

export default definePage(Jobs, { titleKey: 'common:text-background-jobs' });
