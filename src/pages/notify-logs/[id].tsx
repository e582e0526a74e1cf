import { NotificationDetails } from '@/features/messaging/notifications/notification-details';
import { definePage } from '@/shell/define-page';

export default definePage(NotificationDetails, {
  titleKey: 'common:form-title-all-notifications',
  texts: ['messaging'],
});
