import type { ShopStub } from '@/contract/accounts/auth';
import { Bell } from '@/features/messaging/notifications/bell';
import { ShortcutKeys } from '@/shell/keys/shortcut-keys';
import { LiveUpdates } from '@/shell/live-updates';
import { SearchBox } from '@/shell/search/search-box';
import { useSearchShortcut } from '@/shell/search/use-search-shortcut';
import { useModalActions } from '@/state/modal';
import { LanguageMenu } from './language-menu';
import { ProfileMenu } from './profile-menu';

export { Footer } from './footer';

/** The search of the top bar, with its keys. */
export function TopSearch({ shop }: { shop: ShopStub | undefined }) {
  const { open } = useModalActions();
  return <SearchBox shop={shop} inputRef={useSearchShortcut(() => open('SEARCH_VIEW', undefined))} />;
}

/** The end of the top bar: notifications, language, profile; also mounts the live updates and the keys. */
export function PersonMenus() {
  return (
    <>
      <LiveUpdates />
      <ShortcutKeys />
      <Bell />
      <LanguageMenu />
      <ProfileMenu />
    </>
  );
}
