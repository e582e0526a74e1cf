import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const ReportsPage = dynamic(() =>
  import('@/features/feedback/complaints/reports-page').then((module) => module.ReportsPage),
);

export default definePage(ReportsPage, { titleKey: 'common:text-abuse-report' });
