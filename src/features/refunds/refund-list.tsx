import { Check } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps, Row } from '@/crud/types';
import { usePermissions } from '@/lib/session/me';
import { useModalActions } from '@/state/modal';

/** Refunds; an administrator decides those that wait right here (reference pages §3.10). */
export function RefundList(props: ListProps) {
  const { t } = useTranslation('resources');
  const { open } = useModalActions();
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const waits = (row: Row) => row.status === 'pending' || row.status === 'processing';
  return (
    <ListScreen
      {...props}
      rowExtra={(row) =>
        isAdmin &&
        props.shop === undefined &&
        waits(row) && (
          <Button
            variant="ghost"
            aria-haspopup="dialog"
            aria-label={t('resources:refunds.decide', { title: props.resource.titleOf(row) })}
            icon={<Check aria-hidden="true" className="size-4" />}
            onClick={() => open('UPDATE_REFUND', { id: row.id })}
          />
        )
      }
    />
  );
}
