import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { FactList } from '@/components/fact-list';
import { LinkButton } from '@/components/link-button';
import { Loaded } from '@/components/loaded';
import { PageHeader } from '@/components/page-header';
import { type Column, type FormField, keyOf, pathOf } from '@/contract/define';
import { formatDateTime } from '@/lib/format';
import { useLabels } from '@/lib/labels';
import { useRights } from '@/lib/rights';
import { FieldText } from './cells';
import { useDelete } from './row-actions';
import type { DetailsProps, Row, Values } from './types';
import { useOne } from './use-resource';

/** One row to be read: its fields, when it was made and changed, and what may be done with it. */
export function DetailsScreen({ resource, id, shop }: DetailsProps) {
  const { t, i18n } = useTranslation(['form', 'common']);
  const labels = useLabels(resource);
  const rights = useRights(resource, shop);
  const askDelete = useDelete(resource);
  const paths = pathOf(resource, shop);
  const parent = { href: paths.list, label: labels.text('title') };
  const moments = ['created_at', 'updated_at'];
  // The list tells more than the form asks: kinds, issuers.
  const fields = resource.fields.map((field: FormField<Values>) => field.key);
  const columns = resource.columns.map((column: Column<Row>) => column.key);
  const facts = [...new Set([...fields, ...columns])].filter((key) => !moments.includes(key));
  const factsOf = (row: Row) => [
    ...facts.map((key) => ({ key, value: <FieldText resource={resource} name={key} value={row[key]} /> })),
    ...moments.map((key) => ({ key, value: formatDateTime(String(row[key]), i18n.language) })),
  ];
  return (
    <Loaded query={useOne(resource, id, i18n.language)} parent={parent}>
      {(row) => (
        <>
          <PageHeader title={resource.titleOf(row)} parent={parent}>
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
          <Card className="mt-4">
            <FactList facts={factsOf(row).map((fact) => ({ ...fact, label: labels.field(fact.key) }))} />
          </Card>
        </>
      )}
    </Loaded>
  );
}
