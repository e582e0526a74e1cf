import { defineModule } from '@/server/core/module';
import { conversationRoutes } from './conversations/routes';
import { storeNoticeRoutes } from './notices/routes';
import { storeNoticesService } from './notices/store-notices';
import { devRoutes, notificationRoutes } from './routes';

/** Outbox, e-mails, SMS, notifications, notices, conversations and digests. */
export const messaging = defineModule({
  routes: [notificationRoutes, storeNoticeRoutes, conversationRoutes, devRoutes],
  resources: {
    'store-notices': storeNoticesService,
  },
});
