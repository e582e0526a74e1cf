import { Bell } from '@/features/messaging/notifications/bell';
import { ShortcutKeys } from '@/shell/keys/shortcut-keys';
import { LiveUpdates } from '@/shell/live-updates';
import { LanguageMenu } from './language-menu';
import { ProfileMenu } from './profile-menu';

export { SearchBox } from '@/shell/search/search-box';

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
