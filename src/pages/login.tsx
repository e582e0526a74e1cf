import { LoginForm } from '@/features/accounts/auth/login-form';
import { AuthLayout } from '@/shell/auth-layout';

export default function LoginPage() {
  return (
    <AuthLayout>
      <LoginForm />
    </AuthLayout>
  );
}

LoginPage.titleKey = 'common:text-login';
LoginPage.texts = ['form'];
LoginPage.isShownAtOnce = true;
