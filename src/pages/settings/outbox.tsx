import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const DemoOutbox = dynamic(() =>
  import('@/features/messaging/outbox/demo-outbox').then((module) => module.DemoOutbox),
);

export default definePage(DemoOutbox, { titleKey: 'common:text-demo-outbox' });
