import { ApprovalsPage } from '@/features/settings/approvals/approvals-page';
import { lazyPart } from '@/lib/lazy-part';

const Questions = lazyPart(() => import('@/features/payments/tasks/questions'), 'Questions');

/** What waits for a person: for a second one, and about payments. */
export const Approvals = () => <ApprovalsPage Questions={Questions} />;
