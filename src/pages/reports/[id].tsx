import dynamic from 'next/dynamic';

const Report = dynamic(() =>
  import('@/features/insights/reports/report-page').then((module) => module.ReportPage),
);

export default function ReportPage() {
  return <Report />;
}

ReportPage.titleKey = 'common:text-reports';
ReportPage.texts = ['insights'];
