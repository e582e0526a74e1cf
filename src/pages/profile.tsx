import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const Profile = dynamic(() => import('@/features/accounts/profile/profile').then((module) => module.Profile));

export default definePage(Profile, { titleKey: 'common:text-profile' });
