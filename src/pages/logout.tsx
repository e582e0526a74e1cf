import { Logout } from '@/features/auth/logout';

export default function LogoutPage() {
  return <Logout />;
}

LogoutPage.titleKey = 'common:text-logout';
