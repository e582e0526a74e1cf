import { RedirectTo } from '@/crud/redirect-to';

/** The specification lists it among the routes (§2): complaints that were declined. */
export default function RejectReportsPage() {
  return <RedirectTo to="/abusive_reports?state=declined" />;
}
