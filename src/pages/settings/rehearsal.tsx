import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const Rehearsal = dynamic(() =>
  import('@/features/payments/rehearsal/rehearsal').then((module) => module.RehearsalPage),
);

export default definePage(Rehearsal, { titleKey: 'payments:rehearsal.title' });
