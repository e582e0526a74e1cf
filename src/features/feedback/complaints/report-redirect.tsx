import { useRouter } from 'next/router';
import { QueryBoundary } from '@/components/page/query-boundary';
import { abusiveReports } from '@/contract/feedback/abusive-reports';
import { RedirectTo } from '@/crud/redirect-to';
import { useOne } from '@/lib/api/use-record';
import { caseKey } from './use-cases';

/** Redirects from a complaint's number to the case it belongs to. */
export function ReportRedirect() {
  const { query, isReady } = useRouter();
  const report = useOne(abusiveReports, String(query.id), undefined, isReady);
  return (
    <QueryBoundary query={report}>
      {(found) => <RedirectTo to={`/abusive_reports?state=${found.status}&at=${caseKey(found)}`} />}
    </QueryBoundary>
  );
}
