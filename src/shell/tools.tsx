import { Bell } from '@/features/messaging/notifications/bell';
import { LanguageMenu } from './language-menu';
import { LiveUpdates } from './live-updates';
import { ProfileMenu } from './profile-menu';

export { SearchBox } from './search-box';

/** What is at the end of the top bar: language and person; and what keeps the page true meanwhile. */
export function PersonMenus() {
  return (
    <>
      <LiveUpdates />
      <Bell />
      <LanguageMenu />
      <ProfileMenu />
    </>
  );
}
