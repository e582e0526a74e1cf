import { LoginForm } from '@/features/accounts/auth/login-form';

export default function LoginPage() {
  return <LoginForm />;
}

LoginPage.titleKey = 'common:text-login';
LoginPage.isShownAtOnce = true;
