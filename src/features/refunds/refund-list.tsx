import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { WrittenText } from '@/components/ui/written-text';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { shownNumber } from '@/contract/orders/number';
import type { Refund } from '@/contract/refunds/schema';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps, Row } from '@/crud/types';
import { useNumbered } from '@/lib/i18n/use-numbered';
import { part } from '@/lib/part';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';

const RefundMenu = part(dynamic(() => import('./refund-menu').then((module) => module.RefundMenu)));

/** Refunds; an administrator decides pending ones in the list. */
export function RefundList(props: ListProps) {
  const { t } = useTranslation('refunds');
  const { open } = useModalActions();
  const mayDecide = useMay('refunds:decide');
  const canDecide = isAllowed(adminOnly, usePermissions()) && mayDecide && props.shop === undefined;
  const resource = useNumbered(props.resource);
  const waits = (row: Row) => canDecide && (row.status === 'pending' || row.status === 'processing');
  return (
    <ListScreen
      {...props}
      resource={resource}
      cell={(row, key) => cellOf(row as Row & Refund, key)}
      rowMenu={(row) =>
        waits(row) ? (close) => <RefundMenu refund={row as Row & Refund} close={close} /> : undefined
      }
      rowExtra={(row) =>
        waits(row) && (
          <Button
            variant="ghost"
            aria-haspopup="dialog"
            aria-label={t('refunds:refunds.decide', { title: resource.titleOf(row) })}
            icon={<SpriteIcon name="check" className="size-4" />}
            onClick={() => open('UPDATE_REFUND', { id: row.id })}
          />
        )
      }
    />
  );
}

function cellOf(refund: Row & Refund, key: string): ReactNode {
  if (key === 'customer_email') return <Customer refund={refund} />;
  if (key !== 'tracking_number') return undefined;
  return <span className="whitespace-nowrap">{shownNumber(refund)}</span>;
}

/** The customer's name, with the e-mail below if there is room; for a guest only the e-mail. */
function Customer({ refund: { customer, customer_email: email } }: { refund: Refund }) {
  if (!customer?.name) return email ? <span className="line-clamp-2 break-all">{email}</span> : '—';
  return (
    <span className="block max-w-60 min-w-32 phone:min-w-0">
      <WrittenText text={customer.name} className="line-clamp-2 break-words" />
      <span dir="ltr" className="line-clamp-1 text-start text-small break-all text-ink-second phone:hidden">
        {email}
      </span>
    </span>
  );
}
