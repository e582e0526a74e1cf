import { NotificationsPage } from '@/features/messaging/notifications/notifications-page';

export default function NotifyLogsPage() {
  return <NotificationsPage />;
}

NotifyLogsPage.titleKey = 'common:form-title-all-notifications';
NotifyLogsPage.texts = ['messaging'];
