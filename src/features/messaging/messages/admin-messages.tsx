import { MessagesPage } from './messages-page';

/** Conversations of the administration. One component for the list and a thread: moving between them keeps what stands. */
export function AdminMessages() {
  return <MessagesPage root="/message" base="/message" />;
}

AdminMessages.titleKey = 'common:sidebar-nav-item-message';
