import type { ShopStub } from '@/contract/accounts/auth';
import { Bell } from '@/features/messaging/notifications/bell';
import { WaitingQueue } from '@/features/orders/queue/waiting-queue';
import { ShortcutKeys } from '@/shell/keys/shortcut-keys';
import { LiveUpdates } from '@/shell/live-updates';
import { LanguageMenu } from './language-menu';
import { ProfileMenu } from './profile-menu';
import { VisitLink } from './visit-link';

export { BarSearch } from '@/shell/search/bar-search';
export { Footer } from './footer';

/** The end of the top bar: storefront, notifications, language, profile; also mounts the live updates and the keys. */
export function PersonMenus({ shop }: { shop: ShopStub | undefined }) {
  return (
    <>
      <LiveUpdates />
      <ShortcutKeys />
      <WaitingQueue />
      <VisitLink shop={shop} />
      <Bell />
      <LanguageMenu />
      <ProfileMenu />
    </>
  );
}
