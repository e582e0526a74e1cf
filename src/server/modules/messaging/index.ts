import { defineModule } from '@/server/core/module';
import { conversationRoutes } from './conversations/routes';
import { devRoutes } from './dev-routes';
import { storeNoticeRoutes } from './notices/routes';
import { storeNoticesService } from './notices/store-notices';
import { notificationRoutes } from './notification-routes';

/** Outbox, e-mails, SMS, notifications, notices, conversations and digests. */
export const messaging = defineModule({
  routes: [notificationRoutes, storeNoticeRoutes, conversationRoutes, devRoutes],
  resources: {
    'store-notices': storeNoticesService,
  },
});
