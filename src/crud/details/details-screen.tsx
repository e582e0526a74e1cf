import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import {
  type AnyResource,
  type Column,
  type FieldKind,
  type FormField,
  familyPaths,
} from '@/contract/core/define';
import { DetailsActions } from '@/crud/details/details-actions';
import { FieldText } from '@/crud/details/field-text';
import { OwnHistory } from '@/crud/details/own-history';
import { Cell } from '@/crud/list/cells';
import type { DetailsProps, Row } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';
import { formatDateTime } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useRights } from '@/lib/session/rights';

const momentKeys = ['created_at', 'updated_at'] as const;

interface DetailsScreenProps extends DetailsProps {
  /** Replace editing in a form and deleting. */
  actions?: (row: Row) => ReactNode;
}

/** Read-only view of one record: its fields, dates and actions. */
export function DetailsScreen({ resource, id, shop, actions }: DetailsScreenProps) {
  const { i18n } = useTranslation(['form', 'common']);
  const labels = useLabels(resource);
  const rights = useRights(resource, shop);
  const parent = { href: familyPaths(resource, shop).list, label: labels.text('title') };
  // The first badge column is the record's status; next to the title even a neutral status is shown as a badge.
  const standing: Column<Row> | undefined = resource.columns.find(
    (column: Column<Row>) => column.kind === 'badge',
  );
  const factsOf = (row: Row) =>
    valuesOf(resource, row).map(({ key, value, ...place }) => ({
      key,
      ...place,
      label: labels.field(key),
      value: <FieldText key={key} resource={resource} value={value} row={row} name={key} />,
    }));
  const momentsOf = (row: Row) =>
    momentKeys.map((key) => ({
      key,
      label: labels.field(key),
      value: formatDateTime(row[key], i18n.language),
    }));
  return (
    <QueryBoundary query={useOne(resource, id, i18n.language)} parent={parent}>
      {(row) => (
        <>
          <PageHeader
            title={resource.titleOf(row)}
            parent={parent}
            badge={
              standing &&
              isFilled(standing, row) && (
                <Cell resource={resource} row={row} column={{ ...standing, usual: [] }} canUpdate={false} />
              )
            }
          >
            {actions ? actions(row) : <DetailsActions resource={resource} row={row} shop={shop} />}
          </PageHeader>
          <Facts
            main={factsOf(row).filter(({ isSide }) => !isSide)}
            side={[...factsOf(row).filter(({ isSide }) => isSide), ...momentsOf(row)]}
          />
          <div className="mt-4 empty:hidden">
            {rights.canUpdate && <OwnHistory resource={resource} row={row} />}
          </div>
        </>
      )}
    </QueryBoundary>
  );
}

/** False for values that a cell shows as a dash. */
function isFilled({ key, value }: Column<Row>, row: Row): boolean {
  return ![undefined, null, ''].includes((value ? value(row) : row[key]) as '');
}

interface Fact {
  key: string;
  label: string;
  value: ReactNode;
  /** Spans the full width: texts, pictures, rows. */
  isWide?: boolean;
}

/** Main facts next to a narrow column of classification and dates. */
function Facts({ main, side }: Record<'main' | 'side', readonly Fact[]>) {
  return (
    <div
      className={`mt-4 grid items-start gap-4 ${main.length > 0 ? 'desk:grid-cols-[minmax(0,1fr)_20.5rem]' : 'max-w-2xl'}`}
    >
      {main.length > 0 && (
        <Card>
          <dl className="grid items-start gap-x-6 gap-y-5 @lg:grid-cols-2 @2xl:grid-cols-3">
            {main.map((fact) => (
              <div key={fact.key} className={`min-w-0 ${fact.isWide ? 'col-span-full' : ''}`}>
                <dt className="text-small text-ink-second">{fact.label}</dt>
                <dd className={`mt-1 min-w-0 ${fact.isWide ? 'max-w-3xl' : 'font-medium'}`}>{fact.value}</dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
      <Card>
        <FactList facts={side} isStacked />
      </Card>
    </div>
  );
}

const wideKinds: readonly FieldKind[] = ['textarea', 'formatted', 'image', 'images', 'items'];

/** Values of a details screen: the fields, then columns without a field. The title is shown in the header instead. */
function valuesOf(resource: AnyResource, row: Row) {
  const fields: FormField<Record<string, unknown>>[] = resource.fields;
  const columns: Column<Row>[] = resource.columns;
  const shown = fields.filter(
    ({ key, kind, when }) =>
      row[key] !== resource.titleOf(row) && (!when || when(row)) && !isMissing(row, kind, key),
  );
  const seen = new Set([
    ...fields.flatMap(({ key, relation }) => [key, relation?.stub ?? key]),
    ...momentKeys,
  ]);
  const others = columns.filter(({ key, kind }) => !seen.has(key) && kind !== 'title');
  const own = shown.map(({ key, kind, relation, side }) => ({
    key,
    value: row[relation?.stub ?? key] ?? row[key],
    isSide: (side === true || kind === 'slug' || kind === 'switch') && !wideKinds.includes(kind),
    isWide: wideKinds.includes(kind),
  }));
  return [
    // Short facts before long ones.
    ...own.toSorted((one, other) => Number(one.isWide) - Number(other.isWide)),
    ...others.map(({ key, value }) => {
      const shownValue: unknown = value ? value(row) : row[key];
      return { key, value: shownValue, isSide: true, isWide: false };
    }),
  ];
}

/** Missing pictures are left out. */
function isMissing(row: Record<string, unknown>, kind: FieldKind, key: string): boolean {
  return (kind === 'image' || kind === 'images') && [row[key] ?? []].flat().length === 0;
}
