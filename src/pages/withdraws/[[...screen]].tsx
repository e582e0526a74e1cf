import dynamic from 'next/dynamic';
import { withdraws } from '@/contract/ledger/withdraws';
import { resourcePage } from '@/crud/resource-page';
import { WithdrawList } from '@/features/ledger/withdraws/withdraw-list';

const Form = dynamic(() =>
  import('@/features/ledger/withdraws/withdraw-form').then((module) => module.WithdrawForm),
);
const Details = dynamic(() =>
  import('@/features/ledger/withdraws/withdraw-details').then((module) => module.WithdrawDetails),
);

export default resourcePage(withdraws, { List: WithdrawList, Form, Details });
