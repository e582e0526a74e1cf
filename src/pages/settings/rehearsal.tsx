import { definePage, lazy } from '@/shell/define-page';

const Rehearsal = lazy(() => import('@/features/payments/rehearsal/rehearsal'), 'RehearsalPage');

export default definePage(Rehearsal, { titleKey: 'payments:rehearsal.title' });
