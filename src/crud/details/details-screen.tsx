import { useTranslation } from 'next-i18next/pages';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { type Column, pathOf } from '@/contract/core/define';
import { DetailsView } from '@/crud/details/details-view';
import { factsOf } from '@/crud/details/facts';
import { Cell, FieldText } from '@/crud/list/cells';
import type { DetailsProps, Row } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';
import { formatDateTime } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { DetailsActions } from './details-actions';

/** One row to be read: its fields, when it was made and changed, and what may be done with it. */
export function DetailsScreen({ resource, id, shop }: DetailsProps) {
  const { i18n } = useTranslation(['form', 'common']);
  const labels = useLabels(resource);
  const parent = { href: pathOf(resource, shop).list, label: labels.text('title') };
  // The first badge of the list says how the record stands.
  const standing = resource.columns.find((column: Column<Row>) => column.kind === 'badge');
  const show = (row: Row) =>
    factsOf(resource, row).map(({ key, value, ...place }) => {
      const shown = <FieldText key={key} {...{ resource, value, row }} name={key} />;
      return { key, label: labels.field(key), value: shown, ...place };
    });
  const moments = (row: Row) =>
    (['created_at', 'updated_at'] as const).map((key) => {
      return { key, label: labels.field(key), value: formatDateTime(row[key], i18n.language) };
    });
  return (
    <QueryBoundary query={useOne<Row>(resource, id, i18n.language)} parent={parent}>
      {(row) => (
        <>
          <PageHeader
            title={resource.titleOf(row)}
            parent={parent}
            badge={standing && <Cell {...{ resource, row }} column={standing} canUpdate={false} />}
          >
            <DetailsActions {...{ resource, row, shop }} />
          </PageHeader>
          <DetailsView
            main={show(row).filter((fact) => !fact.isSide)}
            side={[...show(row).filter((fact) => fact.isSide), ...moments(row)]}
          />
        </>
      )}
    </QueryBoundary>
  );
}
