import dynamic from 'next/dynamic';

const Profile = dynamic(() => import('@/features/accounts/profile/profile').then((module) => module.Profile));

export default function ProfilePage() {
  return <Profile />;
}

ProfilePage.titleKey = 'common:text-profile';
