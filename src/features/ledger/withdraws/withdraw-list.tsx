import dynamic from 'next/dynamic';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { Withdraw } from '@/contract/ledger/withdraws/schema';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps, Row } from '@/crud/types';
import { useNumbered } from '@/lib/i18n/use-numbered';
import { part } from '@/lib/part';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';

const WithdrawMenu = part(dynamic(() => import('./withdraw-menu').then((module) => module.WithdrawMenu)));

/** Withdrawals; an administrator decides open ones from their rows. */
export function WithdrawList(props: ListProps) {
  const mayDecide = useMay('finance:decide');
  const isAdmin = isAllowed(adminOnly, usePermissions()) && mayDecide;
  const isOpen = (row: Row) => row.status !== 'approved' && row.status !== 'rejected';
  return (
    <ListScreen
      {...props}
      resource={useNumbered(props.resource)}
      rowMenu={(row) =>
        isAdmin && isOpen(row)
          ? (close) => <WithdrawMenu withdraw={row as Row & Withdraw} close={close} />
          : undefined
      }
    />
  );
}
