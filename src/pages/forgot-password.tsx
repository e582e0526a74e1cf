import dynamic from 'next/dynamic';
import { AuthLayout } from '@/shell/auth-layout';

const ForgotPassword = dynamic(() =>
  import('@/features/accounts/auth/forgot-password').then((module) => module.ForgotPassword),
);

export default function ForgotPasswordPage() {
  return (
    <AuthLayout>
      <ForgotPassword />
    </AuthLayout>
  );
}

ForgotPasswordPage.titleKey = 'common:text-password-recovery';
