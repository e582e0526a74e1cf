import { NotificationsPage } from '@/features/messaging/notifications/notifications-page';
import { definePage } from '@/shell/define-page';

export default definePage(NotificationsPage, {
  titleKey: 'common:form-title-all-notifications',
  texts: ['messaging'],
});
