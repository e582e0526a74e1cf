import { LanguageMenu } from './language-menu';
import { ProfileMenu } from './profile-menu';

export { PageSearch } from './page-search';

/** What is at the end of the top bar: language and person. */
export function PersonMenus() {
  return (
    <>
      <LanguageMenu />
      <ProfileMenu />
    </>
  );
}
