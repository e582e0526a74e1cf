import { StatusBadge } from '@/components/domain/status-badge';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { familyPaths } from '@/contract/core/define';
import { DetailsActions } from '@/crud/details/details-actions';
import type { DetailsProps, Row } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';
import { useLabels } from '@/lib/i18n/labels';
import { Deals } from './deals';
import { SaleHead } from './sale-head';
import { VendorRequests } from './vendor-requests';

/** Sale details for administrators: terms, vendor requests and products. */
export function SaleDetails({ resource, id, shop }: DetailsProps<'flash-sale'>) {
  const labels = useLabels(resource);
  const parent = { href: familyPaths(resource, shop).list, label: labels.text('title') };
  return (
    <QueryBoundary query={useOne(resource, id)} parent={parent}>
      {(sale) => (
        <>
          <PageHeader
            title={sale.title}
            parent={parent}
            badge={<StatusBadge resource={resource} value={sale.status} />}
          >
            <DetailsActions resource={resource} row={sale as unknown as Row} shop={shop} />
          </PageHeader>
          <SaleHead sale={sale} />
          <VendorRequests sale={sale} />
          <Deals slug={sale.slug} />
        </>
      )}
    </QueryBoundary>
  );
}
