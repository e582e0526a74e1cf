import dynamic from 'next/dynamic';

const Reports = dynamic(() =>
  import('@/features/insights/reports/reports-page').then((module) => module.ReportsPage),
);

export default function ReportsPage() {
  return <Reports />;
}

ReportsPage.titleKey = 'common:text-reports';
ReportsPage.texts = ['insights'];
