import type { ComponentType } from 'react';
import { QueryBoundary } from '@/components/page/query-boundary';
import { roles } from '@/contract/accounts/roles';
import type { FormProps, Row } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';
import { useLabels } from '@/lib/i18n/labels';

/** The form of a stored role. */
export function RolePage({ id, Form }: { id: string; Form: ComponentType<FormProps> }) {
  const labels = useLabels(roles);
  const found = useOne(roles, id);
  return (
    <QueryBoundary query={found} parent={{ href: '/roles', label: labels.text('title') }}>
      {(row) => <Form key={id} resource={roles} row={row as Row} />}
    </QueryBoundary>
  );
}
