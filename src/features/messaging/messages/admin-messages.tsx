import { MessagesPage } from './messages-page';

/** Administration conversations. List and thread share one component, so navigation keeps its state. */
export function AdminMessages() {
  return <MessagesPage root="/message" base="/message" />;
}

AdminMessages.titleKey = 'common:sidebar-nav-item-message';
