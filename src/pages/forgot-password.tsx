import { AuthLayout } from '@/shell/auth-layout';
import '@/shell/page-titles';
import dynamic from 'next/dynamic';

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
