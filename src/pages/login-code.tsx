import { AuthLayout } from '@/shell/auth-layout';
import '@/shell/page-titles';
import dynamic from 'next/dynamic';

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
