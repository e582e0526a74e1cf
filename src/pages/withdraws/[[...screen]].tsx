import { withdraws } from '@/contract/ledger/withdraws';
import { resourcePage } from '@/crud/resource-page';
import { WithdrawList } from '@/features/ledger/withdraws/withdraw-list';
import { lazy } from '@/shell/define-page';

const Form = lazy(() => import('@/features/ledger/withdraws/withdraw-form'), 'WithdrawForm');
const Details = lazy(() => import('@/features/ledger/withdraws/withdraw-details'), 'WithdrawDetails');

export default resourcePage(withdraws, { List: WithdrawList, Form, Details });
