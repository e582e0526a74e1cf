import { NoticeInbox } from '@/features/messaging/store-notices/notice-inbox';

export default function NoticePage() {
  return <NoticeInbox />;
}

NoticePage.titleKey = 'common:sidebar-nav-item-store-notice';
NoticePage.texts = ['messaging'];
