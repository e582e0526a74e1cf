import dynamic from 'next/dynamic';
import { AuthLayout } from '@/shell/auth-layout';

const LoginCode = dynamic(() =>
  import('@/features/accounts/auth/login-code').then((module) => module.LoginCode),
);

export default function LoginCodePage() {
  return (
    <AuthLayout>
      <LoginCode />
    </AuthLayout>
  );
}

LoginCodePage.titleKey = 'common:text-login-code';
