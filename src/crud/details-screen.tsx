import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/button';
import { DetailsView } from '@/components/details-view';
import { LinkButton } from '@/components/link-button';
import { Loaded } from '@/components/loaded';
import { PageHeader } from '@/components/page-header';
import { type Column, keyOf, pathOf } from '@/contract/define';
import { factsOf } from '@/lib/facts';
import { formatDateTime } from '@/lib/format';
import { useLabels } from '@/lib/labels';
import { useRights } from '@/lib/rights';
import { Cell, FieldText } from './cells';
import { useDelete } from './row-actions';
import type { DetailsProps, Row } from './types';
import { useOne } from './use-resource';

/** One row to be read: its fields, when it was made and changed, and what may be done with it. */
export function DetailsScreen({ resource, id, shop }: DetailsProps) {
  const { t, i18n } = useTranslation(['form', 'common']);
  const labels = useLabels(resource);
  const rights = useRights(resource, shop);
  const askDelete = useDelete(resource);
  const paths = pathOf(resource, shop);
  const parent = { href: paths.list, label: labels.text('title') };
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
    <Loaded query={useOne(resource, id, i18n.language)} parent={parent}>
      {(row) => (
        <>
          <PageHeader
            title={resource.titleOf(row)}
            parent={parent}
            badge={standing && <Cell {...{ resource, row }} column={standing} canUpdate={false} />}
          >
            {rights.canUpdate && (
              <LinkButton
                href={paths.edit(keyOf(resource, row))}
                icon={<Pencil aria-hidden="true" className="size-4" />}
              >
                {t('common:button-edit')}
              </LinkButton>
            )}
            {rights.canRemove && (
              <Button icon={<Trash2 aria-hidden="true" className="size-4" />} onClick={() => askDelete(row)}>
                {t('common:button-delete')}
              </Button>
            )}
          </PageHeader>
          <DetailsView
            main={show(row).filter((fact) => !fact.isSide)}
            side={[...show(row).filter((fact) => fact.isSide), ...moments(row)]}
          />
        </>
      )}
    </Loaded>
  );
}
