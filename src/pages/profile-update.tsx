import { definePage, lazy } from '@/shell/define-page';

const ProfileUpdate = lazy(() => import('@/features/accounts/profile/profile-update'), 'ProfileUpdate');

export default definePage(ProfileUpdate, { titleKey: 'common:text-profile-update' });
