import { ReportRedirect } from '@/features/feedback/complaints/report-redirect';
import { definePage } from '@/shell/define-page';

/** A single complaint opens in its case. */
export default definePage(ReportRedirect, { titleKey: 'common:text-abuse-report' });
