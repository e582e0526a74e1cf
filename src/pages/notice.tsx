import { NoticeInbox } from '@/features/messaging/store-notices/notice-inbox';
import { definePage } from '@/shell/define-page';

export default definePage(NoticeInbox, {
  titleKey: 'common:sidebar-nav-item-store-notice',
  texts: ['messaging'],
});
