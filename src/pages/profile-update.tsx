import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const ProfileUpdate = dynamic(() =>
  import('@/features/accounts/profile/profile-update').then((module) => module.ProfileUpdate),
);

export default definePage(ProfileUpdate, { titleKey: 'common:text-profile-update' });
