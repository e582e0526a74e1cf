import dynamic from 'next/dynamic';
import { AuthLayout } from '@/shell/auth-layout';

const ResetPassword = dynamic(() =>
  import('@/features/accounts/auth/reset-password').then((module) => module.ResetPassword),
);

export default function ResetPasswordPage() {
  return (
    <AuthLayout>
      <ResetPassword />
    </AuthLayout>
  );
}

ResetPasswordPage.titleKey = 'common:text-new-password';
