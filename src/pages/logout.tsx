import { Logout } from '@/features/accounts/auth/logout';

export default function LogoutPage() {
  return <Logout />;
}

LogoutPage.titleKey = 'common:text-logout';
LogoutPage.texts = ['accounts'];
