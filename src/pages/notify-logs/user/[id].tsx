import { OwnNotifications } from '@/features/messaging/notifications/own-notifications';
import { definePage } from '@/shell/define-page';

export default definePage(OwnNotifications, {
  titleKey: 'common:form-title-all-notifications',
  texts: ['messaging'],
});
