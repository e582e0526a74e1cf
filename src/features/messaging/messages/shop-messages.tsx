import { usePermissions } from '@/lib/session/me';
import { MessagesPage } from './messages-page';

/** Shop conversations for owners and staff. One component, as for the administration. */
export function ShopMessages() {
  // Administrators use their own page with the same conversations.
  const isAdmin = usePermissions().includes('super_admin');
  return isAdmin ? (
    <MessagesPage root="/message" base="/message" />
  ) : (
    <MessagesPage root="/owner-message" base="/shop-message" />
  );
}

ShopMessages.titleKey = 'common:sidebar-nav-item-message';
