import { ReportRedirect } from '@/features/feedback/complaints/report-redirect';

/** A single complaint opens in its case. */
export default function ReportPage() {
  return <ReportRedirect />;
}

ReportPage.titleKey = 'common:text-abuse-report';
