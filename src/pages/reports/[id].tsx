import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const Report = dynamic(() =>
  import('@/features/insights/reports/report-page').then((module) => module.ReportPage),
);

export default definePage(Report, { titleKey: 'common:text-reports', texts: ['insights'] });
