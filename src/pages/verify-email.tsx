import dynamic from 'next/dynamic';
import { AuthLayout } from '@/shell/auth-layout';

const VerifyEmail = dynamic(() =>
  import('@/features/accounts/auth/verify-email').then((module) => module.VerifyEmail),
);

export default function VerifyEmailPage() {
  return (
    <AuthLayout>
      <VerifyEmail />
    </AuthLayout>
  );
}

VerifyEmailPage.titleKey = 'common:text-verify-email';
