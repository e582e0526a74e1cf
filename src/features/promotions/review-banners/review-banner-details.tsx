import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { StatusBadge } from '@/components/domain/status-badge';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Card } from '@/components/ui/card';
import { OutLink } from '@/components/ui/external-link';
import { FactList } from '@/components/ui/fact-list';
import { WrittenText } from '@/components/ui/written-text';
import { familyPaths } from '@/contract/core/define';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { DetailsActions } from '@/crud/details/details-actions';
import { FieldText } from '@/crud/details/field-text';
import type { DetailsProps, Row } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';
import { formatDateTime } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { BannerPreview } from './banner-preview';
import { Decision } from './decision';

const facts = [
  'shop',
  'place',
  'url',
  'start_date',
  'end_date',
  'advertiser',
  'advertiser_inn',
  'erid',
  'reject_reason',
  'created_at',
  'decided_at',
];

/** A submitted banner: preview, shop and decision. */
export function ReviewBannerDetails({ resource, id, shop }: DetailsProps) {
  const { i18n } = useTranslation(['form', 'common']);
  const labels = useLabels(resource);
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const parent = { href: familyPaths(resource, shop).list, label: labels.text('title') };
  const mayDecide = useMay('promotions:decide');

  const textOf = (key: string, row: Row): ReactNode => {
    const value = row[key];
    if (key.endsWith('_at') || key.endsWith('_date')) {
      return value ? formatDateTime(String(value), i18n.language) : '—';
    }
    if (key === 'shop') return nameOf(value);
    if (key === 'url' && value) return <OutLink address={String(value)} isWhole />;
    return <FieldText resource={resource} name={key} value={value} />;
  };
  const shown = (row: Row) =>
    facts.filter((key) => row[key] || !['reject_reason', 'decided_at'].includes(key));

  return (
    <QueryBoundary query={useOne(resource, id)} parent={parent}>
      {(row) => (
        <>
          <PageHeader
            title={resource.titleOf(row)}
            parent={parent}
            badge={<StatusBadge resource={resource} value={String(row.status ?? '')} />}
          >
            <DetailsActions
              resource={resource}
              row={row}
              shop={shop}
              isEditable={row.status !== 'approved'}
            />
          </PageHeader>
          <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_20.5rem]">
            <BannerPreview banner={row} title={resource.titleOf(row)} />
            <div className="grid gap-4">
              {isAdmin && mayDecide && Boolean(row.status) && (
                <Decision key={String(row.status)} resource={resource} banner={row} />
              )}
              <Card>
                {Boolean(row.description) && (
                  <WrittenText text={String(row.description)} className="mb-4 block break-words" />
                )}
                <FactList
                  isStacked
                  facts={shown(row).map((key) => ({
                    key,
                    label: labels.field(key),
                    value: textOf(key, row),
                  }))}
                />
              </Card>
            </div>
          </div>
        </>
      )}
    </QueryBoundary>
  );
}

function nameOf(stub: unknown): string {
  return typeof stub === 'object' && stub !== null && 'name' in stub ? String(stub.name) : '—';
}
