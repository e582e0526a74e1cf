import { NotificationsPage } from '@/features/notifications/notifications-page';

export default function NotifyLogsPage() {
  return <NotificationsPage />;
}

NotifyLogsPage.titleKey = 'common:form-title-all-notifications';
