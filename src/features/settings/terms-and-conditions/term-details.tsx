import { BadgeCheck, BadgeX } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { StoredText } from '@/components/editor/stored-text';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
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
import { useModalActions } from '@/state/modal';

const icon = 'size-4';

/** Terms as a visitor reads them, with their status; an administrator decides here. */
export function TermDetails({ resource, id, shop }: DetailsProps) {
  const { i18n } = useTranslation(['form', 'common']);
  const labels = useLabels(resource);
  const parent = { href: familyPaths(resource, shop).list, label: labels.text('title') };
  const fact = (key: string, row: Row) => ({
    key,
    label: labels.field(key),
    value: key.endsWith('_at') ? (
      formatDateTime(String(row[key]), i18n.language)
    ) : (
      <FieldText resource={resource} name={key} value={row[key]} />
    ),
  });
  return (
    <QueryBoundary query={useOne(resource, id, i18n.language)} parent={parent}>
      {(row) => (
        <>
          <PageHeader
            title={resource.titleOf(row)}
            parent={parent}
            badge={
              <Badge tone={row.is_approved ? 'good' : 'bad'}>
                {labels.option('is_approved', String(row.is_approved))}
              </Badge>
            }
          >
            <Decision
              id={row.id}
              title={resource.titleOf(row)}
              isApproved={row.is_approved === true}
              word={labels.text}
            />
            <DetailsActions resource={resource} row={row} shop={shop} />
          </PageHeader>
          <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_20.5rem]">
            <Card>
              <div className="max-w-prose leading-relaxed">
                <StoredText text={String(row.description)} />
              </div>
            </Card>
            <Card>
              <FactList
                isStacked
                facts={['type', 'issued_by', 'slug', 'created_at', 'updated_at'].map((key) => fact(key, row))}
              />
            </Card>
          </div>
        </>
      )}
    </QueryBoundary>
  );
}

interface DecisionProps {
  id: number;
  title: string;
  isApproved: boolean;
  word: (key: string) => string;
}

function Decision({ id, title, isApproved, word }: DecisionProps) {
  const mayDecide = useMay('content:write');
  const { open } = useModalActions();
  if (!isAllowed(adminOnly, usePermissions())) return null;
  const Icon = isApproved ? BadgeX : BadgeCheck;
  if (!mayDecide) return null;
  return (
    <Button
      variant={isApproved ? 'secondary' : 'primary'}
      icon={<Icon className={icon} />}
      onClick={() => open(isApproved ? 'TERM_DISAPPROVE_VIEW' : 'TERM_APPROVE_VIEW', { id, title })}
    >
      {word(isApproved ? 'disapprove' : 'approve')}
    </Button>
  );
}
