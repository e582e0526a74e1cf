import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const Reports = dynamic(() =>
  import('@/features/insights/reports/reports-page').then((module) => module.ReportsPage),
);

export default definePage(Reports, { titleKey: 'common:text-reports', texts: ['insights'] });
