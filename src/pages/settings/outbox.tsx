import { definePage, lazy } from '@/shell/define-page';

const DemoOutbox = lazy(() => import('@/features/messaging/outbox/demo-outbox'), 'DemoOutbox');

export default definePage(DemoOutbox, { titleKey: 'common:text-demo-outbox' });
