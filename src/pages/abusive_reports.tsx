import dynamic from 'next/dynamic';

const ReportsPage = dynamic(() =>
  import('@/features/feedback/complaints/reports-page').then((module) => module.ReportsPage),
);

export default function AbusiveReportsPage() {
  return <ReportsPage />;
}

AbusiveReportsPage.titleKey = 'common:text-abuse-report';
