import { definePage, lazy } from '@/shell/define-page';

const Profile = lazy(() => import('@/features/accounts/profile/profile'), 'Profile');

export default definePage(Profile, { titleKey: 'common:text-profile' });
