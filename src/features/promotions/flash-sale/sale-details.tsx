import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { familyPaths } from '@/contract/core/define';
import { saleTones } from '@/contract/promotions/flash-sale';
import type { DetailsProps } from '@/crud/types';
import { useDelete } from '@/crud/use-delete';
import { useLabels } from '@/lib/i18n/labels';
import { useRights } from '@/lib/session/rights';
import { Deals } from './deals';
import { SaleHead } from './sale-head';
import { useSale } from './use-sale';
import { VendorRequests } from './vendor-requests';

/** Sale details for administrators: terms, vendor requests and products. */
export function SaleDetails({ resource, id, shop }: DetailsProps) {
  const { t } = useTranslation('common');
  const labels = useLabels(resource);
  const askDelete = useDelete(resource);
  const { canUpdate, canRemove } = useRights(resource, shop);
  const paths = familyPaths(resource, shop);
  const parent = { href: paths.list, label: labels.text('title') };
  return (
    <QueryBoundary query={useSale(id)} parent={parent}>
      {(sale) => (
        <>
          <PageHeader
            title={sale.title}
            parent={parent}
            badge={<Badge tone={saleTones[sale.status]}>{labels.option('status', sale.status)}</Badge>}
          >
            {canUpdate && (
              <LinkButton href={paths.edit(sale.slug)} icon={<Pencil className="size-4" />}>
                {t('button-edit')}
              </LinkButton>
            )}
            {canRemove && (
              <Button icon={<Trash2 className="size-4" />} onClick={() => askDelete({ ...sale })}>
                {t('button-delete')}
              </Button>
            )}
          </PageHeader>
          <SaleHead sale={sale} />
          <VendorRequests sale={sale} />
          <Deals slug={sale.slug} />
        </>
      )}
    </QueryBoundary>
  );
}
