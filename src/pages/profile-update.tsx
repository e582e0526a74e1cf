import dynamic from 'next/dynamic';

const ProfileUpdate = dynamic(() =>
  import('@/features/accounts/profile/profile-update').then((module) => module.ProfileUpdate),
);

export default function ProfileUpdatePage() {
  return <ProfileUpdate />;
}

ProfileUpdatePage.titleKey = 'common:text-profile-update';
