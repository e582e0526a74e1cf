import { NotificationDetails } from '@/features/messaging/notifications/notification-details';

export default function NotifyLogPage() {
  return <NotificationDetails />;
}

NotifyLogPage.titleKey = 'common:form-title-all-notifications';
NotifyLogPage.texts = ['messaging'];
