import { usePermissions } from '@/lib/session/me';
import { MessagesPage } from './messages-page';

/** Conversations of shops, for owners and staff. One component for the list and a thread, as of the administration. */
export function ShopMessages() {
  // An administrator has a page of their own, with the same conversations.
  const isAdmin = usePermissions().includes('super_admin');
  return isAdmin ? (
    <MessagesPage root="/message" base="/message" />
  ) : (
    <MessagesPage root="/owner-message" base="/shop-message" />
  );
}

ShopMessages.titleKey = 'common:sidebar-nav-item-message';
