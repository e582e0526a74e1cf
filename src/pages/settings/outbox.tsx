import dynamic from 'next/dynamic';

const DemoOutbox = dynamic(() =>
  import('@/features/messaging/outbox/demo-outbox').then((module) => module.DemoOutbox),
);

export default function OutboxPage() {
  return <DemoOutbox />;
}

OutboxPage.titleKey = 'common:text-demo-outbox';
