import { OwnNotifications } from '@/features/messaging/notifications/own-notifications';

export default function UserNotifyLogsPage() {
  return <OwnNotifications />;
}

UserNotifyLogsPage.titleKey = 'common:form-title-all-notifications';
UserNotifyLogsPage.texts = ['messaging'];
